import { existsSync, realpathSync } from 'node:fs';
import { sep } from 'node:path';
import type { Catalog } from '../catalog/catalog.js';
import { checkCatalogSet } from '../catalog/catalog-set.js';
import { openCatalog } from '../snapshot/file/open-catalog.js';
import { defineCommand, UsageError } from './command.js';
import {
  checkBranch,
  kioskOptions,
  PAGE_OPTIONS,
  QUIET_OPTION,
  readTrustedKeys,
  TRUST_OPTION,
} from './shared-options.js';
import { formatCount, formatNumber, print, printError } from './standard-streams.js';
import { writeSite } from './write-site.js';

export const site = defineCommand(
  {
    name: 'site',
    usage: 'PATH... -o DIR',
    description: `
      Writes a folder for any host of static files, such as GitHub Pages or an object store. In the
      browsers of readers, a service worker answers the pages and /v1 from the files of the folder,
      and after the first visit without a network.

      Everything in the folder is public. Sessions are left out. Users, their lists and their content
      are included, with a warning. Requests need no API key.`,
    arguments: {
      PATH: {
        text: 'a snapshot file, or a source directory',
        required: 'a snapshot file or a source directory',
        isRepeatable: true,
        isFile: true,
      },
    },
    options: {
      '-o, --output DIR': {
        isFile: true,
        required: 'a folder to write',
        text: `the folder to write; files of an earlier site are replaced and removed, and other files
          are kept`,
      },
      ...PAGE_OPTIONS,
      ...TRUST_OPTION,
      ...QUIET_OPTION,
    },
    notes: `Upload the folder to an https address. To update the site, write it again and upload it
      again: browsers load the new files in the background.`,
    example: 'carrel site branch.snapshot -o public',
  },
  async (values, paths) => {
    const { output } = values;
    const pages = kioskOptions(values);
    const trust = readTrustedKeys(values.trust);
    refusePublishing(paths, output);
    const catalogs = paths.map((path) => openCatalog(path, { trust }));
    checkCatalogSet(catalogs);
    checkBranch(
      pages,
      catalogs.map(({ library }) => ({ branches: (library.branches ?? []).map(({ id }) => id) })),
    );
    const { files, size } = writeSite(output, catalogs, pages);
    for (const catalog of catalogs) {
      for (const warning of warningsOf(catalog)) printError(`warning: ${warning}`);
    }
    if (values.quiet) return 0;
    const titles = catalogs.reduce((sum, { counts }) => sum + counts.titles, 0);
    print(
      `${output}: ${formatCount(titles, 'title')} in ${formatCount(files, 'file')}, ${formatNumber(size)} bytes at the first visit`,
    );
    return 0;
  },
);

/** @throws UsageError if a path is in the folder of a site, which would publish its sessions */
function refusePublishing(paths: readonly string[], output: string): void {
  if (!existsSync(output)) return;
  const folder = realpathSync(output);
  const start = folder.endsWith(sep) ? folder : folder + sep;
  const published = paths.find(
    (path) => existsSync(path) && `${realpathSync(path)}${sep}`.startsWith(start),
  );
  if (published === undefined) return;
  throw new UsageError(
    `--output: expected a folder without '${published}', found '${output}'; choose another folder, because everything in it is public`,
  );
}

/** Returns what readers of the site can see of users, and what they cannot see. */
function warningsOf({ source, counts }: Catalog): string[] {
  const { users, userContent, lists, sessions } = counts;
  const warnings: string[] = [];
  if (users > 0) {
    warnings.push(
      `${source}: everybody can read the ${formatCount(users, 'user')} of the catalog, with ${formatCount(userContent, 'entry', 'entries')} of user content and ${formatCount(lists, 'list')}`,
    );
  }
  if (sessions > 0) warnings.push(`${source}: left out ${formatCount(sessions, 'session')}`);
  return warnings;
}
