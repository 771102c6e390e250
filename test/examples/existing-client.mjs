// A client of the API that uses nothing specific to Carrel. Set the address and the API key of the service. Set
// LIBRARY to search a library other than alderwick.
//
//   BASE_URL=http://127.0.0.1:8080 API_KEY=secret node test/examples/existing-client.mjs
const { BASE_URL, API_KEY, LIBRARY = 'alderwick' } = process.env;

/** Sends a request. If the service returns an error, throws an error with its status and message. */
async function get(path, parameters = {}) {
  const query = new URLSearchParams({ ...parameters, api_key: API_KEY });
  return read(`${BASE_URL}/v1/${path}?${query}`);
}

async function read(address) {
  const response = await fetch(address);
  const body = await response.json();
  if (response.ok) return body;
  throw new Error(`${response.status} ${body.error.message}`);
}

const search = { q: 'whale', library: LIBRARY };
const found = await get('titles', { ...search, search_type: 'keyword', metadata: 1 });
console.log(`${found.count} titles, ${found.limit} on each of ${found.pages} pages`);

// Each link in the metadata is a complete request, with the API key.
const formats = found.metadata.narrow_bys.find(({ id }) => id === 'title_format');
for (const { name, count, link } of formats.narrow_tos) {
  const narrowed = await read(link);
  console.log(
    `${name}: ${count}, ${Number(narrowed.count) === count ? 'as counted' : `but ${narrowed.count} found`}`,
  );
}
const byTitle = found.metadata.sort_bys.find(({ id }) => id === 'title');
const [first] = (await read(byTitle.link)).titles;

const { title } = await get(`titles/${first.id}`);
console.log(`${title.title}, ${title.format.name}, ${title.availability?.name}`);

const { user_content } = await get('user_content', { library: LIBRARY });
const { user } = user_content[0];
const { user_content: own } = await get(`users/${user.id}/user_content`);
console.log(`${user.name} wrote about ${own[0].title.title}`);

const { lists } = await get(`users/${user.id}/lists`);
const { list } = await get(`lists/${lists[0].id}`);
console.log(`${list.name}: ${list.item_count} items`);

await get('sessions/no-such-session').catch((error) => console.log(error.message));
