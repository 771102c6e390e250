import { idRoutes } from './id-routes.js';
import type { RoutedLibrary } from './routed-library.js';

/** What {@link nginxConfiguration} needs. */
export interface Routing {
  readonly libraries: readonly RoutedLibrary[];
  /** `HOST:PORT` of servers that have every library open; none unless given. */
  readonly all?: readonly string[] | undefined;
  /** What nginx is to listen on, such as `80`, `[::]:80` or `127.0.0.1:8080`. */
  readonly listen: string;
}

/**
 * A configuration of nginx for its `http` section, commonly a file in `conf.d`. Searches go by their
 * `library`, titles and lists by their ids. What several libraries answer together goes to servers
 * that have all of them open.
 *
 * @throws Error when several libraries have users, and no server has every library open
 */
export function nginxConfiguration({ libraries, all = [], listen }: Routing): string {
  const withUsers = libraries.filter(({ hasUsers }) => hasUsers);
  if (withUsers.length > 1 && all.length === 0) {
    throw new Error(
      `${withUsers.map(({ id }) => `'${id}'`).join(' and ')} have users, whose content, lists and sessions are answered from all libraries together; name a server that has every library open with --all HOST:PORT.`,
    );
  }
  const routed = libraries.map((library) => ({ ...library, to: `library_${library.id}` }));
  const ids = [
    ...idRoutes(
      '/v1/titles/',
      routed.map(({ titles, to }) => ({ ids: titles, to })),
    ),
    ...idRoutes(
      '/v1/lists/',
      routed.map(({ lists, to }) => ({ ids: lists, to })),
    ),
  ];
  const [owner] = routed.filter(({ hasUsers }) => hasUsers);
  const users = all.length > 0 ? 'every_library' : (owner?.to ?? '');
  const every = all.length > 0 ? all : [...new Set(libraries.flatMap(({ hosts }) => hosts))];
  return `${[
    "# Written by 'carrel routes'. Write it again when a library, a host or the form of ids changes.",
    ...routed.map(({ to, hosts }) => upstream(to, hosts)),
    upstream('every_library', every),
    hashSizes([...ids.map(([key]) => key), ...libraries.map(({ id }) => id)]),
    '# The library that a search names, if it names one as it is.',
    map('$args', '$carrel_library', [
      ['~(?:^|&)library=(?<carrel_id>[a-z0-9_-]+)(?:&|$)', '$carrel_id'],
    ]),
    map(
      '$carrel_library',
      '$carrel_by_library',
      // Behind a backslash no id is a word of nginx, such as `default`.
      routed.map(({ id, to }) => [`\\${id}`, to]),
    ),
    '# The library that an id belongs to.',
    map('$uri', '$carrel_by_id', ids),
    '# What of a request can stand in a JSON string as it is.',
    map('$request_uri', '$carrel_request', [['~^[!#-\\[\\]-~]*\\z', '$request_uri']]),
    server({ listen, users, isTogether: all.length > 0 }),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .replace(/^(#.*)\n\n/gm, '$1\n')}\n`;
}

/** Connections are kept for less long than the servers keep them, which is 30 seconds. */
function upstream(name: string, hosts: readonly string[]): string {
  const servers = hosts.map((host) => `  server ${host} max_fails=1 fail_timeout=5s;`);
  return `upstream ${name} {\n${servers.join('\n')}\n  keepalive 32;\n  keepalive_timeout 20s;\n}`;
}

function map(from: string, to: string, lines: readonly (readonly [string, string])[]): string {
  const rows = lines.map(([key, value]) => `  ${quoted(key)} ${value};`);
  return [`map ${from} ${to} {`, '  default "";', ...rows, '}'].join('\n');
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** The sizes that nginx needs to be told for maps of many keys, or of long ones. */
function hashSizes(keys: readonly string[]): string {
  const plain = keys.filter((key) => !key.startsWith('~'));
  const longest = plain.reduce((most, key) => Math.max(most, Buffer.byteLength(key)), 0);
  const bucket = 2 ** Math.ceil(Math.log2(Math.max(64, longest + 48)));
  if (plain.length < 1000 && bucket === 64) return '';
  return `map_hash_max_size ${Math.max(2048, plain.length * 2)};\nmap_hash_bucket_size ${bucket};`;
}

const UNAVAILABLE = 'No server of this library answers at the moment.';
const NOTHING = 'There is nothing at this path; the API stands under /v1/.';

function server({
  listen,
  users,
  isTogether,
}: {
  readonly listen: string;
  readonly users: string;
  readonly isTogether: boolean;
}): string {
  const owner = users === '' ? 'every_library' : users;
  return `server {
  listen ${listen};
  merge_slashes off;

  # Requests carry API keys and session ids; the servers behind keep a log without them.
  access_log off;
  error_log stderr crit;

  proxy_http_version 1.1;
  proxy_set_header Connection "";
  proxy_set_header Host $http_host;
  proxy_set_header X-Request-Id $request_id;
  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  proxy_connect_timeout 2s;
  proxy_send_timeout 10s;
  proxy_read_timeout 20s;

  # What did not answer is not asked again for five seconds; another is, when the response has not begun.
  proxy_next_upstream error timeout invalid_header;
  proxy_next_upstream_tries 3;
  proxy_next_upstream_timeout 25s;

  recursive_error_pages on;
  error_page 418 = @anywhere;
  error_page 502 504 = @unavailable;

  location = /v1/titles {
    if ($carrel_by_library = "") { return 418; }
    proxy_pass http://$carrel_by_library;
  }

  location ~ ^/v1/(?:titles|lists)/ {
    if ($carrel_by_id = "") { return 418; }
    proxy_pass http://$carrel_by_id;
  }

  # Users, what they wrote, and sessions.
  location /v1/ {
    proxy_pass http://${owner};${
      isTogether
        ? ''
        : `
    # The one library that has users, unless it does not know what is asked for.
    proxy_intercept_errors on;
    error_page 404 = @anywhere;
    error_page 502 504 = @unavailable;`
    }
  }

  # What names no library, and ids that are newer than this file: one server after the other.
  location @anywhere {
    proxy_next_upstream error timeout invalid_header http_404;
    proxy_next_upstream_tries 0;
    proxy_pass http://every_library;
  }

  location @unavailable {
    internal;
    default_type application/json;
    add_header Retry-After 1 always;
    return 503 '{"error":{"message":"${UNAVAILABLE}","request":"$carrel_request"}}';
  }

  location / {
    default_type application/json;
    return 404 '{"error":{"message":"${NOTHING}","request":"$carrel_request"}}';
  }
}`;
}
