import { checkCatalogSet } from '../catalog/catalog-set.js';
import { nginxConfiguration } from '../http/nginx/nginx-configuration.js';
import { routedLibrary } from '../http/nginx/routed-library.js';
import { openCatalog } from '../snapshot/file/open-catalog.js';
import { type Command, readArguments, UsageError } from './command-line.js';

/** `carrel routes SNAPSHOT=HOST:PORT...` */
export const routes: Command = {
  help: `carrel routes SNAPSHOT=HOST:PORT[,HOST:PORT]...

Prints a configuration of nginx that leads every request of the API to a server of its library:
searches by their library, titles and lists by their ids. A server that does not answer is left
out for five seconds, and another one of the same library is asked.

  SNAPSHOT=HOST:PORT[,...]  a snapshot, and the servers that it was given to
  --all HOST:PORT[,...]     servers that have all snapshots open, for what libraries answer together
                            (users, what they wrote, sessions); needed where several have users
  --listen ADDRESS          what nginx listens on: a port, or an address and a port (80)

Example: carrel routes east.snapshot=10.0.0.1:8080,10.0.0.2:8080 west.snapshot=10.0.0.3:8080
`,
  async run(args) {
    const { values, positionals } = readArguments(args, {
      all: { type: 'string' },
      listen: { type: 'string', default: '80' },
    });
    if (positionals.length === 0) throw new UsageError('no SNAPSHOT=HOST:PORT is given.');
    const { listen } = values;
    if (!/^(?:[\w.-]+:|\[[\da-f:]+\]:)?\d+$/i.test(listen) || !hasPort(listen)) {
      throw new UsageError(
        `--listen is '${listen}'; wanted a port from 1 to 65535, or an address and such a port.`,
      );
    }
    const placed = positionals.map(readPlace);
    const all = values.all === undefined ? undefined : readHosts('--all', values.all);
    const catalogs = placed.map(({ path }) => openCatalog(path));
    checkCatalogSet(catalogs);
    const libraries = placed.map(({ hosts }, i) => routedLibrary(catalogs[i], hosts));
    process.stdout.write(nginxConfiguration({ libraries, all, listen }));
    return 0;
  },
};

/** A snapshot and its servers. A path may hold an equals sign, a host cannot. */
function readPlace(argument: string): { path: string; hosts: readonly string[] } {
  const sign = argument.lastIndexOf('=');
  if (sign < 1) {
    throw new UsageError(`'${argument}' names no server; wanted SNAPSHOT=HOST:PORT.`);
  }
  const path = argument.slice(0, sign);
  return { path, hosts: readHosts(path, argument.slice(sign + 1)) };
}

function readHosts(of: string, list: string): readonly string[] {
  const hosts = list.split(',');
  const wrong = hosts.find(
    (host) => !/^(?:[\w.-]+|\[[\da-f:]+\]):\d+$/i.test(host) || !hasPort(host),
  );
  if (wrong === undefined) return hosts;
  throw new UsageError(
    `a server of ${of} is '${wrong}'; wanted HOST:PORT, with a port from 1 to 65535.`,
  );
}

/** Whether the number that an address ends with can be a port. */
function hasPort(address: string): boolean {
  const port = Number(address.slice(address.lastIndexOf(':') + 1));
  return port >= 1 && port <= 65_535;
}
