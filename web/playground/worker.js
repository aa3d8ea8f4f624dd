// Runs behind the page, after the core's own script: one task at a time, answered in two parts.

createCore().then((core) => {
  self.onmessage = ({ data: task }) => {
    if (task.example) {
      const { name, rows, noise, seed } = task.example;
      self.postMessage({ id: task.id, example: core.example(name, rows, noise, seed) });
      return;
    }
    self.postMessage({ id: task.id, kind: "tessellated", ...core.solve({ ...task, gaussian: false }) });
    self.postMessage({ id: task.id, kind: "gaussian", ...core.solve({ ...task, gaussian: true }), last: true });
  };
  self.postMessage({ ready: true });
});
