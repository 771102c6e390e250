import { describe, expect, it } from 'vitest';
import { mapRecord } from '../../../src/import/mapping/map-record.js';
import { marc } from '../marc-text.js';

function mapped(text: string) {
  const { title, brokenLinks } = mapRecord(marc(`245 00 $aTitle.\n${text}`));
  return { links: title?.links, notes: title?.notes, brokenLinks };
}

describe('The links of a record', () => {
  it('are listed once per address and part', () => {
    const { links } = mapped(`
      856 40 $3v. 1$uhttps://example.org/a
      856 40 $3v. 2$uhttps://example.org/a
      856 40 $3v. 1$uhttps://example.org/a$zAgain`);
    expect(links?.map(({ part }) => part)).toEqual(['v. 1', 'v. 2']);
  });

  it('have the kind of the second indicator, and the text, note and part of the field', () => {
    const { links, notes } = mapped(`
      856 40 $3PDF version:$uhttps://purl.fdlp.gov/GPO/gpo134152$70
      856 41 $uhttp://www.nap.edu/books/0309034442/html/
      856 42 $zTEXT AVAILABLE ONLINE: $uhttp://docsouth.unc.edu/neh/brownbox/menu.html$yNarrative
    `);
    expect(links).toEqual([
      { kind: 'resource', url: 'https://purl.fdlp.gov/GPO/gpo134152', part: 'PDF version' },
      { kind: 'version', url: 'http://www.nap.edu/books/0309034442/html/' },
      {
        kind: 'related',
        url: 'http://docsouth.unc.edu/neh/brownbox/menu.html',
        text: 'Narrative',
        note: 'TEXT AVAILABLE ONLINE',
      },
    ]);
    expect(notes).toBeUndefined();
  });

  it('without a kind are the resource, or related if another link is the resource', () => {
    expect(mapped('856 4# $uhttps://stacks.cdc.gov/view/cdc/103169').links?.[0].kind).toBe(
      'resource',
    );
    const { links } = mapped(`
      856 4# $zAddress at time of PURL creation$uhttps://www.cdc.gov/factsheet.pdf
      856 40 $uhttps://purl.fdlp.gov/GPO/gpo132743
    `);
    expect(links?.map(({ kind }) => kind)).toEqual(['related', 'resource']);
  });

  it('to a table of contents are related, whatever the indicator', () => {
    const { links } = mapped(
      '856 41 $3Table of contents only$uhttp://www.loc.gov/catdir/toc/ecip0719/2007020969.html',
    );
    expect(links?.[0].kind).toBe('related');
  });

  it.each([
    '$3Inhaltsverzeichnis$uhttp://example.org/a.pdf',
    '$3Inhaltstext$uhttp://example.org/a.pdf',
    '$yTable des matières$uhttp://example.org/a.pdf',
    '$zTabla de contenido$uhttp://example.org/a.pdf',
    '$3Indice$uhttp://example.org/a.pdf',
    '$3Inhoudsopgave$uhttp://example.org/a.pdf',
    '$3Оглавление$uhttp://example.org/a.pdf',
    '$3Contents$uhttp://example.org/a.pdf',
    "$3Publisher's description$uhttp://example.org/a.pdf",
    '$uhttp://www.loc.gov/catdir/description/wiley037/98023227.html',
    '$uhttp://example.org/toc.pdf',
  ])('to something about the title are related: %s', (field) => {
    expect(mapped(`856 4# ${field}`).links?.map(({ kind }) => kind)).toEqual(['related']);
  });

  it.each([
    '$yAnnual reviews online$uhttp://example.org/a.pdf',
    '$3Digital contents$uhttp://example.org/a.pdf',
    '$3Gesamtinhalt$uhttp://example.org/stock.pdf',
  ])('to the title are the resource: %s', (field) => {
    expect(mapped(`856 40 ${field}`).links?.map(({ kind }) => kind)).toEqual(['resource']);
  });

  it('are one for each address, without duplicates', () => {
    const { links } = mapped(`
      856 40 $uhttp://www.uscourts.gov/a$uwww.uscourts.gov/b
      856 40 $uhttp://www.uscourts.gov/a
    `);
    expect(links?.map(({ url }) => url)).toEqual([
      'http://www.uscourts.gov/a',
      'http://www.uscourts.gov/b',
    ]);
  });

  it('that are no web addresses are left out and reported', () => {
    expect(
      mapped(`
        856 40 $ujavascript:alert(1)
        856 40 $uftp://ftp.example.org/report
        856 40 $uhttp://[
        856 40 $zAddress at time of PURL creation : https://www.osha.gov/OSHA3989.pdf
      `),
    ).toEqual({
      links: undefined,
      notes: undefined,
      brokenLinks: [
        "856 $u: expected an http or https address, found 'javascript:alert(1)'",
        "856 $u: expected an http or https address, found 'ftp://ftp.example.org/report'",
        "856 $u: expected an http or https address, found 'http://['",
        '856: expected an address in $u, found none',
      ],
    });
  });
});
