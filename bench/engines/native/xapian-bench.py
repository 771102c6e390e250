"""Indexes the titles of a tab-separated file with Xapian, and answers queries from standard input.

Each occurrence of a word counts as often as the boost of its field, which gives the field its weight. Words of
more than 200 bytes are skipped.
"""

import sys
from time import perf_counter

import xapian

PAGE_SIZE = 10
FACET_LIMIT = 25
COLUMN_SEPARATOR = "\t"
ITEM_SEPARATOR = "\x1f"


def build(documents, index):
    database = xapian.WritableDatabase(index, xapian.DB_CREATE_OR_OVERWRITE)
    with open(documents, encoding="utf-8", newline="\n") as lines:
        boosts = [int(field.split("=")[1]) for field in next(lines).rstrip("\n").split("\t")]
        columns = next(lines).rstrip("\n").split("\t")
        database.set_metadata("columns", COLUMN_SEPARATOR.join(columns))
        for line in lines:
            cells = line.rstrip("\n").split("\t")
            document = xapian.Document()
            document.set_data(cells[0])
            for boost, text in zip(boosts, cells[1:]):
                for word in text.split():
                    if len(word.encode()) <= 200:
                        document.add_term(word, boost)
            for slot, values in enumerate(cells[1 + len(boosts):]):
                document.add_value(slot, values.split(ITEM_SEPARATOR)[0])
            database.add_document(document)
    database.commit()
    database.close()


def search(index, with_facets):
    database = xapian.Database(index)
    size = database.get_doccount()
    columns = database.get_metadata("columns").decode().split(COLUMN_SEPARATOR)
    enquire = xapian.Enquire(database)
    for line in sys.stdin:
        begin = perf_counter()
        spies = []
        enquire.clear_matchspies()
        if with_facets:
            spies = [xapian.ValueCountMatchSpy(slot) for slot in range(len(columns))]
            for spy in spies:
                enquire.add_matchspy(spy)
        enquire.set_query(xapian.Query(xapian.Query.OP_AND, line.split()))
        matches = enquire.get_mset(0, PAGE_SIZE, size)
        count = matches.get_matches_estimated()
        ids = [match.document.get_data().decode() for match in matches]
        counted = [
            [(value.term.decode(), value.termfreq) for value in spy.top_values(FACET_LIMIT)]
            for spy in spies
        ]
        time = (perf_counter() - begin) * 1000
        parts = [str(time), str(count), ITEM_SEPARATOR.join(ids)]
        for column, values in zip(columns, counted):
            items = [column] + [str(item) for value in values for item in value]
            parts.append(ITEM_SEPARATOR.join(items))
        print(COLUMN_SEPARATOR.join(parts), flush=True)


if sys.argv[1] == "build":
    build(sys.argv[2], sys.argv[3])
else:
    search(sys.argv[2], sys.argv[1] == "facets")
