// The core in two workers, one a kernel, so that neither waits for the other. While a worker is busy
// only the newest task waits for it, and an example before it: the page shows the present.

function lane(address, kind, { onMessage, onFailure }) {
  let worker;
  let busy;
  let waiting = {};

  const next = () => {
    const { example, newest } = waiting;
    busy = Boolean(example ?? newest);
    if (busy) worker.postMessage(example ?? newest);
    waiting = example ? { newest } : {};
  };
  const start = () => {
    busy = true; // until the core is there
    worker = new Worker(address);
    worker.onmessage = ({ data }) => {
      if (!data.ready) onMessage({ ...data, kind });
      next();
    };
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      waiting = {};
      start();
      onFailure(kind);
    };
  };
  start();
  return (task) => {
    waiting[task.example ? "example" : "newest"] = task;
    if (!busy) next();
  };
}

export function startSolver(handlers) {
  const script = document.getElementById("core").textContent;
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const tessellated = lane(address, "tessellated", handlers);
  const gaussian = lane(address, "gaussian", handlers);
  return {
    learn(task) {
      tessellated({ ...task, gaussian: false });
      gaussian({ ...task, gaussian: true });
    },
    example: tessellated,
  };
}
