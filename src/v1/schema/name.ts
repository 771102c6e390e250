import { object, text } from './described.js';

export const idAndNameSchema = object('An id with its display name', 'all', {
  id: text('The id, such as BK'),
  name: text('The display name, such as Book'),
});

export const nameSchema = object(
  'A name, such as the name of an author, a publisher or a language',
  'all',
  { name: text('The name') },
);
