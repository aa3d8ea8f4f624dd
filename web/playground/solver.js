// The core in its worker. While it is busy only the newest task waits: the page shows the present.

export function startSolver({ onResult, onExample, onFailure }) {
  let worker;
  let busy = false;
  let waiting = null;
  let started = 0;

  const next = () => {
    busy = waiting !== null;
    if (!busy) return;
    started = performance.now();
    worker.postMessage(waiting);
    waiting = null;
  };

  const start = () => {
    const script = document.getElementById("core").textContent;
    const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    worker = new Worker(address);
    busy = true;
    worker.onmessage = ({ data }) => {
      if (data.example) onExample(data.example);
      else if (data.kind) onResult(data, performance.now() - started);
      if (data.ready || data.example || data.last) next();
    };
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      onFailure();
      waiting = null;
      start();
    };
  };
  start();
  return {
    ask(task) {
      waiting = task;
      if (!busy) next();
    },
  };
}
