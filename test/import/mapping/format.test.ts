import { describe, expect, it } from 'vitest';
import { mapRecord } from '../../../src/import/mapping/map-record.js';
import { marc } from '../marc-text.js';

/**
 * Returns the format of a record.
 *
 * @param type leader/06-07
 * @param codes the codes of 008, by position: `{ 23: 'o' }`
 * @param fields further fields, in text form
 */
function format(type: string, codes: Record<number, string> = {}, fields = ''): string {
  const general = [...'840507s1984    nyu                 eng d'];
  for (const [position, code] of Object.entries(codes)) general[Number(position)] = code;
  const text = `LDR 00000n${type} a2200000 i 4500\n008 ${general.join('')}\n245 00 $aTitle.\n${fields}`;
  return mapRecord(marc(text)).title?.format.id ?? 'none';
}

describe('The format of language material', () => {
  it('is a book by default', () => {
    expect(format('am')).toBe('BK');
    expect(format('am', { 23: 'r' }, '300 ## $axii, 350 p. ;')).toBe('BK');
  });

  it('is an e-book if the item itself is online', () => {
    expect(format('am', { 23: 'o' })).toBe('EBOOK');
    expect(format('am', { 23: 's' }, '007 cr an|||||||||')).toBe('EBOOK');
    expect(format('am', {}, '007 cr an\n245 00 $aT$h[electronic resource].')).toBe('EBOOK');
    expect(format('am', {}, '300 ## $a1 online resource (37 pages)')).toBe('EBOOK');
  });

  it('is a book if only another version is online', () => {
    expect(format('am', {}, '007 ta\n007 cr an|||||||||\n300 ## $a350 p. ;')).toBe('BK');
  });

  it('is large print, a graphic novel or a board book', () => {
    expect(format('am', { 23: 'd' })).toBe('LPRINT');
    expect(format('am', {}, '250 ## $aLarge print ed.')).toBe('LPRINT');
    expect(format('am', { 24: '6' })).toBe('GRAPHIC_NOVEL');
    expect(format('am', {}, '655 #7 $aGraphic novels.$2lcgft')).toBe('GRAPHIC_NOVEL');
    expect(format('am', {}, '655 #7 $aBoard books.$2lcgft')).toBe('BOARD_BK');
  });

  it('is a CD-ROM if the text is on a disc', () => {
    expect(format('am', { 23: 'q' })).toBe('CDROM');
    expect(format('am', { 23: 's' }, '007 co cga---')).toBe('CDROM');
  });

  it('is a manuscript for leader/06 t, or an e-book if the item is online', () => {
    expect(format('tm')).toBe('MANUSCRIPT');
    expect(format('tm', { 23: 'o' })).toBe('EBOOK');
  });

  it.each([
    ['p', 'MAG'],
    [' ', 'MAG'],
    ['n', 'NEWSPAPER'],
    ['w', 'WEBSITE'],
    ['d', 'DATASET'],
    ['l', 'BK'],
    ['m', 'BK'],
  ])('with the bibliographic level of a continuing resource and 008/21 %j is %s', (code, id) => {
    expect(format('as', { 21: code })).toBe(id);
    expect(format('ai', { 21: code })).toBe(id);
  });
});

describe('The format of projected material', () => {
  it('is the video format in 007/04', () => {
    expect(format('gm', { 33: 'v' }, '007 vd cvaizq')).toBe('DVD');
    expect(format('gm', { 33: 'v' }, '007 vd csaizq')).toBe('BLURAY');
  });

  it('is derived from words about the carrier if there is no 007', () => {
    expect(format('gm', { 33: 'v' }, '300 ## $a1 DVD (90 min.)')).toBe('DVD');
    expect(format('gm', { 33: 'v' }, '538 ## $aBlu-ray; 1080p.')).toBe('BLURAY');
  });

  it('is online video if the item is online', () => {
    expect(format('gm', { 29: 'o', 33: 'v' })).toBe('VIDEO_ONLINE');
  });

  it('is unknown for a cassette', () => {
    expect(format('gm', { 33: 'v' }, '007 vf cbahos')).toBe('UK');
    expect(format('gm', { 33: 'v' }, '300 ## $a1 videocassette (VHS)')).toBe('UK');
  });

  it('is a picture for slides', () => {
    expect(format('gm', { 33: 's' })).toBe('PICTURE');
  });
});

describe('The format of a recording', () => {
  it('is an audiobook or music on CD', () => {
    expect(format('im', {}, '007 sd fsngnnmmned')).toBe('BOOK_CD');
    expect(format('jm', {}, '007 sd fsngnnmmned')).toBe('MUSIC_CD');
    expect(format('jm', {}, '300 ## $a2 sound discs :$bdigital ;$c4 3/4 in.')).toBe('MUSIC_CD');
  });

  it('is an e-audiobook or online music if the item is online', () => {
    expect(format('im', { 23: 'o' })).toBe('EAUDIOBOOK');
    expect(format('jm', { 23: 's' }, '007 sr zunnnnnzned\n007 cr nna')).toBe('MUSIC_ONLINE');
  });

  it('is unknown for a long-playing record or a cassette', () => {
    expect(format('jm', {}, '007 sd bsmennmplud')).toBe('UK');
    expect(format('im', {}, '300 ## $a2 sound cassettes')).toBe('UK');
  });

  it('is on CD if the carrier is unknown', () => {
    expect(format('im')).toBe('BOOK_CD');
  });
});

describe('The format of other material', () => {
  it.each([
    ['cm', {}, 'MN'],
    ['dm', {}, 'MN'],
    ['em', {}, 'MAP'],
    ['fm', {}, 'MAP'],
    ['km', {}, 'PICTURE'],
    ['om', {}, 'KIT'],
    ['pc', {}, 'MANUSCRIPT'],
    ['rm', { 33: 'g' }, 'BOARD_GAME'],
    ['rm', { 33: 'r' }, 'UK'],
    ['mm', { 26: 'g' }, 'VIDEO_GAME'],
    ['mm', { 26: 'a' }, 'DATASET'],
    ['mm', { 26: 'j', 23: 'o' }, 'WEBSITE'],
    ['mm', { 26: 'd', 23: 'o' }, 'EBOOK'],
    ['mm', { 26: 'b' }, 'CDROM'],
    ['  ', {}, 'UK'],
  ] as const)('with leader/06-07 %j and the codes %o in 008 is %s', (type, codes, id) => {
    expect(format(type, codes)).toBe(id);
  });
});
