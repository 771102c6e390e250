-- Prints the holdings of titles in Koha whose items changed lately, as lines of a changes file.
-- Works with Koha 18.11 and newer, on MariaDB 10.3 and MySQL 8.0 and newer.
--
-- Build and harvest the catalog with the option --id 999c, so that the biblionumber is the id of a title.
--
-- Run the report every minute. @minutes is longer than that, because a repeated line does no harm but a missed change
-- stays until the next build:
--
--   * * * * *  (echo 'SET @minutes = 3;'; cat koha-holdings.sql) |
--              mysql --batch --raw --skip-column-names koha_library |
--              grep --line-buffered '^{' >> /var/lib/carrel/changes.jsonl
--
-- (in a crontab, on one line). The command grep writes each line at once and completely, so that other programs can
-- append to the same file.
--
-- The branches, statuses, collections, call numbers, volumes and barcodes are the same as with `carrel build --holdings koha`. For another
-- holdings profile, change the expressions below in the same way.

SET @minutes = COALESCE(@minutes, 3);
SET SESSION group_concat_max_len = 16777216;

SELECT JSON_OBJECT(
         'op', 'holdings',
         'title', CAST(changed.biblionumber AS CHAR),
         'holdings', JSON_EXTRACT(CONCAT('[', COALESCE(GROUP_CONCAT(holding.json ORDER BY holding.first_item SEPARATOR ','), ''), ']'), '$'),
         'at', DATE_FORMAT(UTC_TIMESTAMP(), '%Y-%m-%dT%H:%i:%sZ')
       ) AS line
FROM (
  SELECT biblionumber FROM items WHERE timestamp >= NOW() - INTERVAL @minutes MINUTE
  UNION
  SELECT biblionumber FROM deleteditems WHERE timestamp >= NOW() - INTERVAL @minutes MINUTE
) AS changed
JOIN biblio ON biblio.biblionumber = changed.biblionumber
LEFT JOIN (
  SELECT biblionumber,
         MIN(itemnumber) AS first_item,
         -- Merging removes the members that are null.
         JSON_MERGE_PATCH('{}', JSON_OBJECT(
           'branch', branch,
           'status', status,
           'call_number', call_number,
           'collection', collection,
           'volume', volume,
           'barcode', barcode
         )) AS json
  FROM (
    SELECT biblionumber,
           itemnumber,
           COALESCE(NULLIF(homebranch, ''), NULLIF(holdingbranch, '')) AS branch,
           CASE
             WHEN itemlost <> 0 THEN 'LOST'
             WHEN onloan IS NOT NULL OR damaged <> 0 OR notforloan < -1 THEN 'UNAVAILABLE'
             WHEN notforloan < 0 THEN 'ON_ORDER'
             WHEN notforloan > 0 OR COALESCE(restricted, 0) <> 0 THEN 'LIBRARY_USE_ONLY'
             ELSE 'AVAILABLE'
           END AS status,
           NULLIF(TRIM(itemcallnumber), '') AS call_number,
           COALESCE(NULLIF(location, ''), NULLIF(ccode, '')) AS collection,
           NULLIF(TRIM(enumchron), '') AS volume,
           NULLIF(TRIM(barcode), '') AS barcode
    FROM items
    WHERE withdrawn = 0
  ) AS item
  WHERE branch IS NOT NULL
  GROUP BY biblionumber, branch, status, call_number, collection, volume, barcode
) AS holding ON holding.biblionumber = changed.biblionumber
GROUP BY changed.biblionumber
ORDER BY changed.biblionumber;
