import { availableParallelism, cpus, totalmem } from 'node:os';

/** Returns one line that describes the machine: Node version, processor, memory and platform. */
export function machineLine(): string {
  const gibibytes = Math.round(totalmem() / 2 ** 30);
  const [cpu] = cpus();
  return `Node ${process.version}, ${availableParallelism()} cores of ${cpu?.model.trim()}, ${gibibytes} GiB, ${process.platform} ${process.arch}`;
}
