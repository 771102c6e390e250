import { checkCatalogSet } from '../catalog/catalog-set.js';
import { nginxConfiguration, routedLibrary } from '../http/nginx/nginx-configuration.js';
import { openCatalog } from '../snapshot/file/open-catalog.js';
import { type Command, readArguments, UsageError } from './command-line.js';

/** The command `carrel routes`. */
export const routes: Command = {
  help: `carrel routes SNAPSHOT=HOST:PORT[,HOST:PORT]...

Prints an nginx configuration that routes each API request to a server of its
library: searches by their library, titles and lists by their ids. If a server
fails, its requests go to another server of the same library for five seconds.

  SNAPSHOT=HOST:PORT[,...]  a snapshot file and the servers that serve it
  --all HOST:PORT[,...]     servers with all snapshots open, for requests that
                            concern several libraries (users, user content,
                            sessions); required if several libraries have users
  --listen ADDRESS          port, or address and port, of nginx (default: 80)

Example: carrel routes east.snapshot=10.0.0.1:80 west.snapshot=10.0.0.2:80
`,
  async run(args) {
    const { values, positionals } = readArguments(args, {
      all: { type: 'string' },
      listen: { type: 'string', default: '80' },
    });
    if (positionals.length === 0)
      throw new UsageError('SNAPSHOT=HOST:PORT: expected at least one, found none');
    const { listen } = values;
    if (!/^(?:[\w.-]+:|\[[\da-f:]+\]:)?\d+$/i.test(listen) || !hasPort(listen)) {
      throw new UsageError(
        `--listen: expected a port from 1 to 65535, or an address and a port, found '${listen}'`,
      );
    }
    const assignments = positionals.map(readAssignment);
    const all = values.all === undefined ? undefined : readHosts('--all', values.all);
    const catalogs = assignments.map(({ path }) => openCatalog(path));
    checkCatalogSet(catalogs);
    const libraries = assignments.map(({ hosts }, i) => routedLibrary(catalogs[i], hosts));
    process.stdout.write(nginxConfiguration({ libraries, all, listen }));
    return 0;
  },
};

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
  const invalid = hosts.find(
    (host) => !/^(?:[\w.-]+|\[[\da-f:]+\]):\d+$/i.test(host) || !hasPort(host),
  );
  if (invalid === undefined) return hosts;
  throw new UsageError(
    `${name}: expected HOST:PORT with a port from 1 to 65535, found '${invalid}'`,
  );
}

/** Whether an address ends with a port from 1 to 65535. */
function hasPort(address: string): boolean {
  const port = Number(address.slice(address.lastIndexOf(':') + 1));
  return port >= 1 && port <= 65_535;
}
