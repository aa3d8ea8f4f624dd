// The core in two workers, one a kernel, so that neither waits for the other. While a worker is busy
// only the newest task waits for it: the page shows the present.

function lane(address, kind, { onMessage, onFailure }) {
  let worker;
  let busy;
  let waiting = null;

  const next = () => {
    busy = waiting !== null;
    if (busy) worker.postMessage(waiting);
    waiting = null;
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
      waiting = null;
      start();
      onFailure(kind);
    };
  };
  start();
  return (task) => {
    waiting = task;
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
