/** A step of a bench, with its estimated duration on a quiet machine. */
export interface Step {
  readonly name: string;
  readonly seconds: number;
}

/** The progress of a bench: a line on the terminal with the current step and the time left. */
export interface Progress {
  /** Begins a step. Its name is one of the steps, and steps begin in their order. */
  begin(name: string): void;
  /** Removes the line until the next step begins. */
  hide(): void;
}

const UPDATE_MS = 1000;

/**
 * Shows progress on standard error. Shows nothing if standard error is not a terminal.
 *
 * The time left is the estimate of the remaining steps, multiplied by how much longer than estimated the finished steps
 * took.
 */
export function startProgress(steps: readonly Step[]): Progress {
  const { stderr } = process;
  const start = performance.now();
  let [current, begun] = [-1, start];
  let timer: NodeJS.Timeout | undefined;
  const estimate = (from: number, to: number) =>
    steps.slice(from, to).reduce((total, { seconds }) => total + seconds, 0);
  const show = () => {
    const done = estimate(0, current);
    const pace = done === 0 ? 1 : (begun - start) / 1000 / done;
    const ofStep = estimate(current, current + 1) * pace - (performance.now() - begun) / 1000;
    const left = Math.max(0, ofStep) + estimate(current + 1, steps.length) * pace;
    const time = left < 90 ? `${Math.ceil(left / 5) * 5} s` : `${Math.round(left / 60)} min`;
    const { name } = steps[current];
    stderr.write(`\r\x1b[K${current + 1} of ${steps.length}: ${name}, about ${time} left`);
  };
  const hide = () => {
    clearInterval(timer);
    if (stderr.isTTY) stderr.write('\r\x1b[K');
  };
  return {
    begin(name) {
      hide();
      current = steps.findIndex((step) => step.name === name);
      begun = performance.now();
      if (!stderr.isTTY) return;
      show();
      timer = setInterval(show, UPDATE_MS).unref();
    },
    hide,
  };
}
