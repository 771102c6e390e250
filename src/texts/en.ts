/*
 * The source of all translations: its comments explain the keys. The names of ids are in `names/en.ts`, the type is in
 * `texts.ts`, and `page-texts.ts` selects a language.
 */

import { en as names } from './names/en.js';

/** The texts of the pages in English. The texts of all languages have the same keys, except for plural forms. */
export const en = {
  /** The name of the language in the language itself. */
  language: 'English',

  names,

  /** Numbers of titles, list items, book pages and suggestions. */
  counts: {
    titles: { one: '{count} title', other: '{count} titles' },
    items: { one: '{count} item', other: '{count} items' },
    pages: { one: '{count} page', other: '{count} pages' },
    suggestions: {
      one: '{count} suggestion. Use the up and down arrow keys.',
      other: '{count} suggestions. Use the up and down arrow keys.',
    },
  },

  /** The header and footer of every page. */
  layout: {
    skip: 'Skip to content',
    skip_results: 'Skip to results',
    catalog: 'Catalog',
    home: 'Home',
    help: 'Search help',
    language: 'Language',
    library: 'Library',
    libraries: 'All libraries',
    as_of: 'Catalog as of {date}',
    /** Text between the quotation marks of the language. */
    quoted: '“{text}”',
    /** The text between a label and its value. */
    colon: ': ',
    /** The text between the items of a list. */
    comma: ', ',
  },

  /** The menu of the header, and the links and branches of the library record. */
  face: {
    menu: 'Main menu',
    new: 'New',
    lists: 'Lists',
    browse: 'Browse',
    website: 'Library website',
    account: 'My account',
    branches: 'Branches and opening hours',
    branch_details: 'Hours and address',
    map: 'Map',
  },

  search: {
    label: 'Search the catalog',
    scope: 'Search in',
    submit: 'Search',
    suggestions: 'Suggestions',
    types: {
      keyword: 'Everywhere',
      title: 'Titles',
      author: 'Authors',
      subject: 'Subjects',
      tag: 'Tags',
      series: 'Series',
      custom: 'Advanced search',
    },
    /** The choice to keep the filters of the results for a new search. */
    within: 'Search within {what}',
    kinds: { title: 'Title', author: 'Author', series: 'Series', subject: 'Subject' },
  },

  /** The form that builds a custom query. */
  advanced: {
    intro: 'Fill in what you know.',
    any: 'Any',
    edit: 'Edit this search',
    code: 'Search with a query',
    code_intro:
      'A query names the field of each word, as in title:whale. The search help explains all fields.',
    query: 'Query',
  },

  home: {
    heading: 'What are you looking for?',
    newly_acquired: 'New at the library',
    staff_lists: 'Recommended by our staff',
    popular: 'Most popular',
    genres: 'Browse by genre',
    formats: 'Browse by format',
    audiences: 'Browse by audience',
    all: 'Browse all titles',
    more_of: 'See all: {what}',
    choose: 'Choose a library',
  },

  results: {
    for: 'Results for {query}',
    all: 'All titles',
    /** The results on the page. Editions of a work are folded under one of them. */
    works: { one: '{count} work', other: '{count} works' },
    range_titles: { one: '{from}–{to} of {count} title', other: '{from}–{to} of {count} titles' },
    range_works: { one: '{from}–{to} of {count} work', other: '{from}–{to} of {count} works' },
    per_page: 'Per page',
    /** A part of the name of a search: what the results do not have. */
    without: 'not {what}',
    all_editions: 'Show all editions separately',
    each_work_once: 'Show each work once',
    other_editions: { one: '{count} other edition', other: '{count} other editions' },
    page: 'Page {page} of {pages}',
    pages: 'Pages of results',
    previous: 'Previous',
    next: 'Next',
    sort: 'Sort by',
    compact: 'Compact list',
    detailed: 'Detailed list',
    filters: 'Filter the results',
    chosen: 'Active filters',
    /** The text for screen readers after the name of a chosen value. */
    chosen_value: 'chosen, remove',
    available_now: 'Available now',
    added: { one: 'Added in the last {count} day', other: 'Added in the last {count} days' },
    added_on: 'Added {date}',
    show: { one: 'Show {count} title', other: 'Show {count} titles' },
    remove: 'Remove filter: {what}',
    remove_word: 'Remove from the search: {what}',
    as_text: 'Search for these words only as text',
    clear: 'Remove all filters',
    more: 'Show more',
    /** The form and the names of a range of numbers or days. */
    limits: { from: 'From', to: 'To', since: 'from {limit}', until: 'up to {limit}' },
    /** The form and the histogram that narrow the results to a range of publication years. */
    years: {
      from: 'From year',
      to: 'To year',
      first: 'Earliest year',
      last: 'Latest year',
      apply: 'Show these years',
      since: 'from {year}',
      until: 'up to {year}',
      histogram: 'Number of titles by year',
      bar: '{years}: {titles}',
    },
    volume: '{series}, {number}',
    previous_volume: 'Previous: {number}, {title}',
    next_volume: 'Next: {number}, {title}',
    in_series: 'Series order',
  },

  /** The links from the page of a title to the results of a search. */
  way_back: {
    label: 'Search results',
    back: 'Back to results',
    position: 'Result {position} of {count}',
    previous: 'Previous title',
    next: 'Next title',
  },

  /** Notices above the results of a relaxed query. */
  relaxed: {
    typos: 'No results for {typed}. Showing results for {found} instead.',
    similar: 'No results for {typed}. Showing results for {found} and similar words instead.',
    prefix: 'No results for {typed}. Showing titles with words that begin with {beginning}.',
    any: 'No title has all the words in {typed}. Showing titles that have some of them, or similar words.',
    only: 'Search only for {found}',
    mixed: 'Some of the titles match {typed} less exactly.',
    like: 'Titles similar to {title} follow.',
  },

  no_results: {
    heading: 'No results for {query}',
    narrowed: 'No titles match all of these filters.',
    without_filters: {
      one: '{count} title without the filters',
      other: '{count} titles without the filters',
    },
    tips: 'You could try one of these:',
    fewer: 'Use fewer words, or different words for the same thing',
    spelling: 'Check the spelling, especially of names',
    everywhere: 'Search everywhere for these words',
    ask: 'You can also ask our staff. We may be able to get titles that are not in this catalog.',
  },

  title: {
    where: 'Where to find it',
    no_copies: 'No copies are listed. Please ask our staff.',
    as_of: 'As of {time}',
    branch: 'Branch',
    call_number: 'Call number',
    collection: 'Collection',
    status: 'Status',
    here: 'This branch',
    copies: { one: '{count} copy', other: '{count} copies' },
    more_copies: { one: 'Show {count} more', other: 'Show {count} more' },
    volumes: 'Volumes and issues',
    about: 'About this title',
    details: 'Details',
    by: 'By {authors}',
    also_called: 'Also known as',
    also_written: 'Names in other forms',
    contains: 'Contains',
    related: 'Related works',
    contributors: 'Contributors',
    performers: 'Performers',
    publication_places: 'Place of publication',
    publishers: 'Publisher',
    published: 'Published',
    edition: 'Edition',
    series: 'Series',
    languages: 'Language',
    extent: 'Physical description',
    responsibility: 'Credits',
    audience: 'Audience',
    subjects: 'Subjects',
    genres: 'Genres',
    tags: 'Tags',
    isbns: 'ISBN',
    upcs: 'UPC',
    issns: 'ISSN',
    lccns: 'LCCN',
    oclc_numbers: 'OCLC number',
    other_numbers: 'Other number',
    contents: 'Contents',
    notes: 'Notes',
    online: 'Open online',
    read_online: 'Read online',
    watch_online: 'Watch online',
    listen_online: 'Listen online',
    is_online: 'Online',
    versions: 'Other versions online',
    related_links: 'Related links',
  },

  /** What a reader takes along from the page of a title. */
  take_along: {
    heading: 'Take it along',
    scan: 'Scan to open on your phone',
    print: 'Print',
  },

  /** The actions for a title. */
  actions: {
    request: 'Request',
    save: 'Save',
    saved: 'Saved',
    full: 'Your list is full',
    share: 'Share',
    link_copied: 'Link copied',
    copy: 'Copy',
    copied: 'Copied',
    cite: 'Cite',
  },

  /** The titles that a reader has saved in the browser. */
  saved: {
    my_list: 'My list',
    heading: 'Saved titles',
    empty: 'Your list is empty. Choose “Save” on a title to keep it here.',
    kept: 'Titles that you save stay in this browser. Share the link of this list to open it elsewhere.',
    needs_script: 'Saving titles needs JavaScript.',
    missing: 'No longer in the catalog: {count}',
    first: 'Only the first {count} titles are shown.',
    download: 'Download',
  },

  /** The usual values of the audience of a title, by their English names in lower case. */
  audiences: {
    preschool: 'Preschool',
    primary: 'Primary',
    pre_adolescent: 'Pre-adolescent',
    young_adult: 'Young Adult',
    adult: 'Adult',
    specialized: 'Specialized',
    general: 'General',
    juvenile: 'Juvenile',
    children: 'Children',
    teen: 'Teen',
    mature_audiences: 'Mature audiences',
  },

  /**
   * The labels before the texts of notes, holdings statements and related titles. Imports write the English labels into
   * records, and pages translate them. A key is the English label in lower case, with underscores.
   */
  labels: {
    audience: 'Audience',
    contained_in: 'Contained in',
    contains: 'Contains',
    continued_by: 'Continued by',
    continues: 'Continues',
    copies: 'Copies',
    credits: 'Credits',
    data_source: 'Data source',
    described_in: 'Described in',
    description_based_on: 'Description based on',
    electronic_version: 'Electronic version',
    has_subseries: 'Has subseries',
    has_supplement: 'Has supplement',
    in: 'In',
    indexes: 'Indexes',
    interest_age_level: 'Interest age level',
    interest_grade_level: 'Interest grade level',
    isbn_as_given: 'ISBN as given',
    ismn: 'ISMN',
    issued_also_as: 'Issued also as',
    issued_with: 'Issued with',
    issuing_body: 'Issuing body',
    local_note: 'Local note',
    main_series: 'Main series',
    microfiche_version: 'Microfiche version',
    numbering: 'Numbering',
    online_version: 'Online version',
    original_language: 'Original language',
    other_edition: 'Other edition',
    other_form: 'Other form',
    other_or_cancelled_isbn: 'Other or cancelled ISBN',
    playing_time: 'Playing time',
    print_version: 'Print version',
    publisher_number: 'Publisher number',
    reading_grade_level: 'Reading grade level',
    related_title: 'Related title',
    relation_to_other_titles: 'Relation to other titles',
    reproduction_of: 'Reproduction of',
    revision_of: 'Revision of',
    subtitles: 'Subtitles',
    supplement_to: 'Supplement to',
    supplements: 'Supplements',
    translated_as: 'Translated as',
    translation_of: 'Translation of',
  },

  /**
   * The usual relations of persons and organizations to works, which follow names in parentheses. A key is the English
   * term with underscores.
   */
  relators: {
    actor: 'actor',
    arranger: 'arranger',
    author_of_introduction: 'author of introduction',
    collector: 'collector',
    compiler: 'compiler',
    composer: 'composer',
    conductor: 'conductor',
    contributor: 'contributor',
    director: 'director',
    distributor: 'distributor',
    editor: 'editor',
    former_owner: 'former owner',
    illustrator: 'illustrator',
    interviewee: 'interviewee',
    interviewer: 'interviewer',
    issuing_body: 'issuing body',
    lyricist: 'lyricist',
    musician: 'musician',
    narrator: 'narrator',
    photographer: 'photographer',
    printer: 'printer',
    producer: 'producer',
    publisher: 'publisher',
    screenwriter: 'screenwriter',
    singer: 'singer',
    speaker: 'speaker',
    sponsor: 'sponsor',
    sponsoring_body: 'sponsoring body',
    translator: 'translator',
    vocalist: 'vocalist',
  },

  /** Ratings, comments and other user content. */
  content: {
    heading: 'What readers say',
    rating: '{rating} out of 5',
    average: 'Average rating',
    age: 'For ages {age} and up',
    video: 'Watch the video',
    similar: 'You may also like {title}',
    similar_by: 'You may also like {title} by {author}',
    lists: 'On these lists',
  },

  list: {
    by: 'A list by {user}',
    staff: 'Staff list',
    updated: 'Updated {date}',
    liked: 'If you liked this',
    empty: 'There is nothing on this list yet.',
    website: 'Website',
  },

  collection: {
    heading: '{user}’s collection',
    lists: 'Lists',
    content: 'Ratings and comments',
    no_lists: 'No lists yet.',
    no_content: 'No ratings or comments yet.',
  },

  /** The citations of a title, and files of them. */
  cite: {
    heading: 'Cite this title',
    check: 'Created automatically. Please check it before you use it.',
    files: 'For reference managers',
  },

  /** The MARC record of a title. */
  marc: {
    heading: 'Staff view (MARC)',
    back: 'Back to the title',
    tag: 'Tag',
    indicators: 'Indicators',
    content: 'Content',
  },

  feeds: {
    link: 'Subscribe to new titles (Atom feed)',
    link_search: 'Subscribe to this search (Atom feed)',
    search: 'New titles for {query}',
  },

  /** The titles around a title. */
  around: {
    editions: 'Other editions and formats',
    all_editions: 'All editions',
    similar: 'More like this',
    shelf: 'Nearby on the shelf',
    browse_shelf: 'Browse the shelf',
  },

  /** The lists of authors, subjects, series and call numbers. */
  browse: {
    heading: 'Browse from A to Z',
    call_numbers: 'Call numbers',
    initials: 'First letters',
    begins_with: 'Begins with',
    show: 'Show',
    none: 'Nothing begins with {prefix}.',
  },

  errors: {
    not_found: 'Page not found',
    not_found_text: 'The title or list may no longer be in the catalog.',
    bad_search: 'We could not understand this search',
    bad_search_mark: 'The mark shows where the mistake is:',
    bad_search_text: 'The search help has examples of advanced searches.',
    too_broad: 'This search finds too much',
    too_broad_text: 'Please use more words, or fewer wildcards such as * and\u00a0?.',
    bad_request: 'This address does not work',
    bad_request_text: 'The address contains a mistake. Please start again from the home page.',
    too_long: 'This search is too long',
    too_long_text: 'Please use fewer words.',
    too_many: 'Too many requests',
    too_many_text: 'Please wait a moment, then try again.',
    failed: 'Something went wrong',
    failed_text: 'The fault is ours. Please try again, or start again from the home page.',
    unavailable: 'The catalog is not available at the moment',
    unavailable_text: 'This page tries again by itself in a few seconds.',
  },

  /** The first page of a site without a server, which loads the catalog. */
  first_page: {
    progress: 'Loading the catalog: {received} of {total}\u00a0MB',
    interrupted:
      'A part of the catalog could not be loaded. This page tries again in a few seconds.',
    missing:
      'A file of this catalog is missing on its server. Please tell the library. This page tries again in a few seconds.',
    storage:
      'This device has no room for the catalog. Free {total}\u00a0MB, then reload this page.',
    unsupported:
      'This catalog works in the browser itself. It needs JavaScript and service workers: open it over https in a current browser, not in a private window.',
  },

  /** The dialog that a kiosk shows before it returns to its home page. */
  idle: {
    heading: 'Are you still there?',
    warning: {
      one: 'In {count} second, this screen will clear your search and return to the home page.',
      other: 'In {count} seconds, this screen will clear your search and return to the home page.',
    },
    stay: 'I’m still here',
    leave: 'Start over',
  },

  help: {
    intro: 'Type a title, an author, a subject, or any words that you remember.',
    words:
      'Each result contains all of your words, anywhere in its catalog record. Short words such as “the” and “of” are not required. Accents, capital letters and hyphens make no difference.',
    misspelled:
      'Not sure of the spelling? If no title matches, or only a few titles do, the catalog looks for longer words that begin with your last word, then for words with a similar spelling, then for titles that have only some of your words. A message on the page explains what is shown.',
    named:
      'Words for a format, a language or an audience, such as “ebook” or “in Spanish”, also find titles of that kind, and “available” finds titles that you can borrow now. Put a word in quotation marks to search for it only as text.',
    isbn: 'To find a book by its ISBN, type the number with or without hyphens.',
    examples: 'Searches to try',
    type_this: 'Type this',
    search_in: 'Search in',
    advanced: 'Advanced search',
    advanced_intro:
      'An advanced search finds exactly what you describe. “field:value” searches one field, and every part of the search must match.',
    operators: 'Use AND, OR and NOT in capital letters, and parentheses to group',
    phrases: 'Use quotation marks for an exact phrase',
    near: 'Add ~ and a number after the quotation marks for words near each other, in any order',
    wildcards: 'Use * for any ending, and ? for any one letter',
    ranges: 'Use square brackets for a range, with * for an open end',
    field: 'Field',
    code: 'Short form',
    looks_in: 'Searches',
    fields: {
      anywhere: 'everything',
      title: 'the title',
      author: 'the author',
      subject: 'the subjects',
      genre: 'the genre',
      series: 'the series',
      tag: 'readers’ tags',
      publisher: 'the publisher',
      contents: 'the table of contents',
      notes: 'the notes',
      summary: 'the summary',
      edition: 'the edition',
      callnumber: 'the beginning of the call number',
      identifier: 'the ISBN (10 or 13 digits), UPC or catalog number',
      format: 'the format',
      language: 'the language',
      audience: 'the audience',
      available: 'the branches where it is available now',
      branch: 'the branches that have it',
      pubyear: 'the year of publication',
      new: 'the number of days since it was added',
      starrating: 'readers’ rating, from 0 to 5',
      contenttype: '“fiction” or “nonfiction”',
      onorder: '“true” for titles on order',
    },
  },
} as const;
