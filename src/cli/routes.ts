import { checkCatalogSet } from '../catalog/catalog-set.js';
import {
  nginxConfiguration,
  routedLibrary,
  type TlsFiles,
} from '../http/nginx/nginx-configuration.js';
import { openCatalog } from '../snapshot/file/open-catalog.js';
import {
  type Command,
  readArguments,
  readTrustedKeys,
  refuseStream,
  TRUST_OPTION,
  UsageError,
  wholeNumber,
} from './command-line.js';
import { print } from './standard-streams.js';

const MAX_RATE = 100_000;

export const routes: Command = {
  help: `carrel routes SNAPSHOT=HOST:PORT[,HOST:PORT]...

Prints an nginx configuration that routes each API request to a server of its
library: searches by their library, titles and lists by their ids. If a server
fails, its requests go to another server of the same library for five seconds.

  SNAPSHOT=HOST:PORT[,...]  a snapshot file and the servers that serve it; a
                            server can also be a Unix socket: unix:PATH
  --all HOST:PORT[,...]     servers with all snapshots open, for requests that
                            concern several libraries (users, user content,
                            sessions); required if several libraries have users
  --trust PUBLIC            require signatures by this public key (PEM); may be
                            repeated
  --listen ADDRESS          port, or address and port, of nginx (default: 80;
                            443 with --certificate)
  --certificate FILE        serve TLS with this certificate and the private key
  --certificate-key FILE    of this file, both as nginx reads them
  --rate N                  maximum number of requests per second of each client
                            address; 0 for no limit (default: 50)

Example: carrel routes east.snapshot=10.0.0.1:80 west.snapshot=10.0.0.2:80
`,
  async run(args) {
    const { values, positionals } = readArguments(args, {
      all: { type: 'string' },
      listen: { type: 'string' },
      certificate: { type: 'string' },
      'certificate-key': { type: 'string' },
      rate: { type: 'string', default: '50' },
      ...TRUST_OPTION,
    });
    if (positionals.length === 0)
      throw new UsageError('SNAPSHOT=HOST:PORT: expected at least one, found none');
    const { certificate, 'certificate-key': key } = values;
    const tls = readTls(certificate, key);
    const { listen = tls === undefined ? '80' : '443' } = values;
    const requestsPerSecond = wholeNumber('--rate', values.rate, 0, MAX_RATE);
    if (!/^(?:[\w.-]+:|\[[\da-f:]+\]:)?\d+$/i.test(listen) || !hasPort(listen)) {
      throw new UsageError(
        `--listen: expected a port from 1 to 65535, or an address and a port, found '${listen}'`,
      );
    }
    const assignments = positionals.map(readAssignment);
    for (const { path } of assignments) refuseStream('SNAPSHOT', path);
    const all = values.all === undefined ? undefined : readHosts('--all', values.all);
    const trust = readTrustedKeys(values.trust);
    const catalogs = assignments.map(({ path }) => openCatalog(path, { trust }));
    checkCatalogSet(catalogs);
    const libraries = assignments.map(({ hosts }, i) => routedLibrary(catalogs[i], hosts));
    const text = nginxConfiguration({ libraries, all, listen, requestsPerSecond, tls });
    print(text.trimEnd().split('\n'));
    return 0;
  },
};

/** Checks that both files of TLS are named, or none. */
function readTls(certificate?: string, key?: string): TlsFiles | undefined {
  if (certificate !== undefined && key !== undefined) return { certificate, key };
  if (certificate === undefined && key === undefined) return undefined;
  const missing = key === undefined ? '--certificate-key' : '--certificate';
  throw new UsageError(`${missing}: expected a file for TLS, found none`);
}

/** Parses the argument SNAPSHOT=HOST:PORT[,HOST:PORT]. The path may contain an equals sign; a host cannot. */
function readAssignment(argument: string): { path: string; hosts: readonly string[] } {
  const sign = argument.lastIndexOf('=');
  if (sign < 1) {
    throw new UsageError(
      `SNAPSHOT=HOST:PORT: expected a snapshot and its servers, found '${argument}'`,
    );
  }
  const path = argument.slice(0, sign);
  return { path, hosts: readHosts(path, argument.slice(sign + 1)) };
}

function readHosts(name: string, list: string): readonly string[] {
  const hosts = list.split(',');
  const isUnixSocket = (host: string) => /^unix:\/[\w./-]+$/.test(host);
  const isAddress = (host: string) =>
    /^(?:[\w.-]+|\[[\da-f:]+\]):\d+$/i.test(host) && hasPort(host);
  const invalid = hosts.find((host) => !isUnixSocket(host) && !isAddress(host));
  if (invalid === undefined) return hosts;
  throw new UsageError(
    `${name}: expected HOST:PORT with a port from 1 to 65535, or unix:PATH, found '${invalid}'`,
  );
}

/** Whether an address ends with a port from 1 to 65535. */
function hasPort(address: string): boolean {
  const port = Number(address.slice(address.lastIndexOf(':') + 1));
  return port >= 1 && port <= 65_535;
}
