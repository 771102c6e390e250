/** The first file descriptor that systemd passes. */
const FIRST_DESCRIPTOR = 3;

/**
 * Returns the socket that systemd has opened for this process. Undefined if systemd has passed no socket.
 *
 * @throws Error when systemd has passed several sockets
 */
export function activatedSocket({
  LISTEN_PID,
  LISTEN_FDS,
}: NodeJS.ProcessEnv): { readonly fd: number } | undefined {
  if (LISTEN_PID !== String(process.pid) || LISTEN_FDS === undefined || LISTEN_FDS === '0')
    return undefined;
  if (LISTEN_FDS === '1') return { fd: FIRST_DESCRIPTOR };
  throw new Error(
    `LISTEN_FDS: expected one socket, found ${LISTEN_FDS}; use one ListenStream= in the socket unit`,
  );
}
