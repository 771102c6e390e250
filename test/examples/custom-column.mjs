// Uses the search engine for documents other than titles: photographs of an archive, searched by caption,
// filtered by year, and counted by place. Run it with `node test/examples/custom-column.mjs`.
import {
  analyze,
  buildNumberColumn,
  buildSegment,
  collationKey,
  createFacetCounter,
  createValueColumnBuilder,
  mergeSegments,
  openFrozenIndex,
  openNumberColumn,
  openValueColumn,
} from 'carrel/search';

const photographs = [
  { caption: 'Ferry at the old harbour', year: 1911, places: ['Harbour'] },
  {
    caption: 'Harbour bridge under construction',
    year: 1926,
    places: ['Harbour', 'Bridge Street'],
  },
  { caption: 'Tram on Bridge Street', year: 1931, places: ['Bridge Street'] },
  { caption: 'The last ferry leaves the harbour', year: 1962, places: ['Harbour'] },
];

// Documents are numbered from 0, in the order in which they are indexed.
const captions = buildSegment(
  photographs.map(({ caption }) => ({ caption })),
  { fields: ['caption'] },
);
const places = createValueColumnBuilder();
for (const photograph of photographs) places.add(photograph.places);

const columns = {
  place: openValueColumn(places.build(collationKey)),
  year: openNumberColumn(buildNumberColumn(photographs.map(({ year }) => year))),
};
const index = openFrozenIndex(mergeSegments([captions]), columns);
const facets = createFacetCounter({ place: columns.place });

const words = analyze('harbour').map((term) => ({ kind: 'term', term, fields: { caption: 1 } }));
const before1950 = { kind: 'range', column: 'year', to: 1949 };
const matches = index.match({ kind: 'and', queries: [...words, before1950] });

for (const { document } of matches.top(10)) {
  console.log(photographs[document].year, photographs[document].caption);
}
const { place } = facets.count(matches.documents, 25);
place.values.forEach((value, i) => {
  console.log(columns.place.dictionary.get(value), place.counts[i]);
});
