import { availableParallelism, cpus, totalmem } from 'node:os';

/** What a bench ran on, in a line: figures mean little without it. */
export function machineLine(): string {
  const gibibytes = Math.round(totalmem() / 2 ** 30);
  const [cpu] = cpus();
  return `Node ${process.version}, ${availableParallelism()} cores of ${cpu?.model.trim()}, ${gibibytes} GiB, ${process.platform} ${process.arch}`;
}
