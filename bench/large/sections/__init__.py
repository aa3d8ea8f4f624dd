"""The sections of the page, in its order."""

from sections import accuracy, exact, growth, million, ranks, resume, rivals

ALL = {section.NAME: section for section in (accuracy, exact, growth, million, ranks, resume, rivals)}
