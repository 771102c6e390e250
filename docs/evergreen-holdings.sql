-- Prints the holdings of titles in Evergreen whose copies changed lately, as lines of a changes file.
-- Works with Evergreen 3.0 and newer, on PostgreSQL 9.6 and newer.
--
-- Build and harvest the catalog with the option --id 901c, so that the record id is the id of a title.
--
-- Run the report every minute. `minutes` is longer than that, because a repeated line does no harm but a missed change
-- stays until the next build:
--
--   * * * * *  psql --no-psqlrc --quiet --tuples-only --no-align --set=minutes=3 --file=evergreen-holdings.sql evergreen |
--              grep --line-buffered '^{' >> /var/lib/carrel/changes.jsonl
--
-- (in a crontab, on one line). The command grep writes each line at once and completely, so that other programs can
-- append to the same file. In a large database, an index makes the report fast:
--
--   CREATE INDEX CONCURRENTLY ON asset.copy (edit_date);
--
-- The branches, statuses, collections, call numbers and barcodes are the same as with `carrel build --holdings evergreen`: the
-- branch is the owning library, which is the first 852 $b that marc_export writes. For another holdings profile,
-- change the expressions below in the same way. The names of statuses are English.

SET TIME ZONE 'UTC';

SELECT json_build_object(
         'op', 'holdings',
         'title', changed.record::text,
         'holdings', COALESCE(json_agg(holding.json ORDER BY holding.first_copy)
                              FILTER (WHERE holding.json IS NOT NULL), '[]'::json),
         'at', to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
       )::text
FROM (
  SELECT DISTINCT volume.record
  FROM asset.copy AS copy
  JOIN asset.call_number AS volume ON volume.id = copy.call_number
  JOIN biblio.record_entry AS entry ON entry.id = volume.record AND NOT entry.deleted
  WHERE copy.edit_date >= now() - :minutes * interval '1 minute'
) AS changed
LEFT JOIN (
  SELECT record,
         min(copy_id) AS first_copy,
         json_strip_nulls(json_build_object(
           'branch', branch,
           'status', status,
           'call_number', call_number,
           'collection', collection,
           'barcode', barcode
         )) AS json
  FROM (
    SELECT volume.record,
           copy.id AS copy_id,
           library.shortname AS branch,
           CASE
             WHEN lower(state.name) IN ('missing', 'long overdue')
               OR lower(state.name) LIKE 'lost%' OR lower(state.name) LIKE 'claims%' THEN 'LOST'
             WHEN lower(state.name) IN ('checked out', 'on holds shelf', 'in transit', 'in process', 'cataloging',
                                        'bindery', 'damaged', 'ill', 'canceled transit') THEN 'UNAVAILABLE'
             WHEN lower(state.name) = 'on order' THEN 'ON_ORDER'
             WHEN copy.ref OR NOT copy.circulate THEN 'LIBRARY_USE_ONLY'
             ELSE 'AVAILABLE'
           END AS status,
           NULLIF(trim(concat_ws(' ', NULLIF(prefix.label, ''), volume.label, NULLIF(suffix.label, ''))), '') AS call_number,
           location.name AS collection,
           NULLIF(trim(copy.barcode), '') AS barcode
    FROM asset.copy AS copy
    JOIN asset.call_number AS volume ON volume.id = copy.call_number
    JOIN asset.call_number_prefix AS prefix ON prefix.id = volume.prefix
    JOIN asset.call_number_suffix AS suffix ON suffix.id = volume.suffix
    JOIN asset.copy_location AS location ON location.id = copy.location
    JOIN config.copy_status AS state ON state.id = copy.status
    JOIN actor.org_unit AS library ON library.id = volume.owning_lib
    WHERE NOT copy.deleted
      AND copy.opac_visible
      AND lower(state.name) NOT LIKE 'discard%'
      AND lower(state.name) NOT IN ('withdrawn', 'deleted')
  ) AS item
  GROUP BY record, branch, status, call_number, collection, barcode
) AS holding ON holding.record = changed.record
GROUP BY changed.record
ORDER BY changed.record;
