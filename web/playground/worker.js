// Runs behind the page, after the core's own script: one task, one answer.

createCore().then((core) => {
  self.onmessage = ({ data: task }) => {
    const { id, example, steps } = task;
    if (example) {
      self.postMessage({ name: example.name, example: core.example(example.name, example.rows, example.noise, example.seed) });
    } else {
      self.postMessage({ id, steps, ...core.solve(task) });
    }
  };
  self.postMessage({ ready: true });
});
