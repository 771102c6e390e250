// Prints, as JSON, how many hidden classes the objects in changed catalogs have: the highest number for each path.
// node --allow-natives-syntax hidden-classes.mjs PATH_OF_INDEX_JS

const { applyChanges, createCatalog } = await import(process.argv[2]);
const haveSameMap = new Function('a', 'b', 'return %HaveSameMap(a, b)');

const CATALOGS = 20;
const at = '2026-11-02T00:00:00Z';
const format = { id: 'BK' };
const library = { id: 'harbour', name: 'Harbour Library', snapshot_date: '2026-11-01T00:00:00Z' };
const titles = [
  { id: '1', title: 'Emma', format, holdings: [{ branch: 'MAIN', status: 'AVAILABLE' }] },
];
const holdings = [{ branch: 'MAIN', status: 'ON_ORDER' }];

/** Adds the objects in a catalog to the objects by path, except objects whose hidden class another object has. */
function addClasses(object, classes, path, seen) {
  if (seen.has(object) || ArrayBuffer.isView(object) || Array.isArray(object)) return;
  seen.add(object);
  const ofPath = classes.get(path) ?? [];
  classes.set(path, ofPath);
  if (!ofPath.some((other) => haveSameMap(other, object))) ofPath.push(object);
  for (const [key, value] of Object.entries(object)) {
    if (typeof value === 'object' && value !== null) {
      addClasses(value, classes, `${path}.${key}`, seen);
    }
  }
}

const highest = {};
for (const changes of [
  [],
  [{ op: 'holdings', title: '1', holdings, at }],
  [{ op: 'put', kind: 'titles', record: { id: '2', title: 'Typee', format }, at }],
]) {
  const classes = new Map();
  for (let i = 0; i < CATALOGS; i++) {
    const catalog = applyChanges(createCatalog({ library, titles }), changes);
    addClasses(catalog, classes, 'catalog', new Set());
  }
  for (const [path, { length }] of classes) highest[path] = Math.max(highest[path] ?? 0, length);
}
process.stdout.write(JSON.stringify(highest));
