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

  it('is a CD-ROM if the designation is electronic and the extent names a disc', () => {
    const fields = '245 00 $aT$h[electronic resource].\n300 ## $a1 CD-ROM ;$c4 3/4 in.';
    expect(format('am', {}, fields)).toBe('CDROM');
    expect(format('mm', {}, fields)).toBe('CDROM');
    expect(format('as', {}, fields)).toBe('CDROM');
    expect(format('mm', {}, '338 ## $bcd\n300 ## $a1 computer disc')).toBe('CDROM');
  });

  it('is a printed book if only the form of item is online and the carrier is a volume', () => {
    const fields = '300 ## $a43 unnumbered pages ;$c24 cm\n338 ## $avolume$bnc$2rdacarrier';
    expect(format('am', { 23: 'o' }, fields)).toBe('BK');
  });

  it.each([
    ['am', { 23: 'b' }, ''],
    ['as', { 23: 'a', 21: 'p' }, ''],
    ['as', { 23: 'a', 21: 'n' }, ''],
    ['cm', { 23: 'b' }, ''],
    ['em', { 29: 'c' }, ''],
    ['as', {}, '245 00 $aT$h[microform]'],
    ['am', {}, '300 ## $a28 microfilm reels ;$c35 mm.'],
    ['am', {}, '338 ## $amicrofiche$bhe$2rdacarrier'],
    ['am', {}, '007 he bmb024bbca\n007 hd afu---bucu'],
  ])('of the type %j with the codes %o and %j is a microform', (type, codes, fields) => {
    expect(format(type, codes, fields)).toBe('MICROFORM');
  });

  it('is a book if it only comes with a microform', () => {
    expect(format('am', {}, '300 ## $a128 p. +$e2 microfiches')).toBe('BK');
    expect(format('am', {}, '007 ta\n007 he bmb024bbca')).toBe('BK');
    expect(format('am', { 23: 'r' }, '338 ## $bnc\n338 ## $bhe')).toBe('BK');
  });

  it('is an online magazine or journal if the serial is online', () => {
    const online = '007 cr an|||||||||\n338 ## $aonline resource$bcr$2rdacarrier';
    expect(format('as', { 23: 'o', 21: 'p' }, online)).toBe('MAG_ONLINE');
    expect(format('as', { 23: 's', 21: ' ' })).toBe('MAG_ONLINE');
    expect(format('as', { 23: 'o', 21: 'n' }, online)).toBe('MAG_ONLINE');
    expect(format('as', { 21: 'p' }, '245 00 $aT$h[electronic resource].\n007 cr an')).toBe(
      'MAG_ONLINE',
    );
    expect(format('as', { 23: 'o', 21: 'm' }, online)).toBe('EBOOK');
    expect(format('ai', { 23: 'o', 21: ' ' }, online)).toBe('WEBSITE');
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

  it('is a videocassette by 007, the extent or the carrier type', () => {
    expect(format('gm', { 33: 'v' }, '007 vf cbahos')).toBe('VHS');
    expect(format('gm', { 33: 'v' }, '007 vf mnahos')).toBe('VHS');
    expect(format('gm', { 33: 'v' }, '300 ## $a1 videocassette (95 min.)')).toBe('VHS');
    expect(format('gm', { 33: 'v' }, '338 ## $bvf$2rdacarrier')).toBe('VHS');
  });

  it('is unknown for a film reel or a laser disc', () => {
    expect(format('gm', { 33: 'm' }, '007 mr cf\n300 ## $a1 film reel')).toBe('UK');
    expect(format('gm', { 33: 'v' }, '007 vd cgaizq')).toBe('UK');
  });

  it('is a DVD, not online video, if only the designation is electronic', () => {
    const fields = '245 00 $aT$h[electronic resource].\n300 ## $a1 DVD';
    expect(format('gm', { 33: 'v' }, fields)).toBe('DVD');
  });

  it('is that of the designation if leader/06 is language material or invalid', () => {
    const fields = '245 00 $aT$h[videorecording].\n300 ## $a1 videocassette';
    expect(format('am', {}, fields)).toBe('VHS');
    expect(format('  ', {}, '336 ## $atwo-dimensional moving image\n300 ## $a1 DVD')).toBe('DVD');
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

  it('is a vinyl record by the speed in 007, the words or the size', () => {
    expect(format('jm', {}, '007 sd bsmennmplud')).toBe('LP');
    expect(format('jm', {}, '300 ## $a2 s.$b12 in.,microgroove.$c33 1/3 rpm.')).toBe('LP');
    expect(format('im', {}, '300 ## $a1 sound disc ;$c30 cm')).toBe('LP');
  });

  it('on a disc of unknown speed and size is a vinyl record if it is older than the CD', () => {
    const disc = '007 sd usunnnnnnnn';
    expect(format('jm', {}, disc)).toBe('MUSIC_CD');
    expect(format('jm', { 9: '7' }, disc)).toBe('LP');
  });

  it('is an audiobook or music on cassette', () => {
    expect(format('im', {}, '300 ## $a2 sound cassettes')).toBe('BOOK_CASSETTE');
    expect(format('jm', {}, '007 ss lunjlcmpnne')).toBe('MUSIC_CASSETTE');
    expect(format('jm', {}, '338 ## $bss$2rdacarrier')).toBe('MUSIC_CASSETTE');
  });

  it('is unknown for a reel', () => {
    expect(format('jm', {}, '007 st cunjlcmpnne')).toBe('UK');
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
    ['mm', { 26: 'm', 23: 'q' }, 'CDROM'],
    ['  ', {}, 'UK'],
  ] as const)('with leader/06-07 %j and the codes %o in 008 is %s', (type, codes, id) => {
    expect(format(type, codes)).toBe(id);
  });

  it('of an online computer file is that of the other material in 006', () => {
    expect(format('mm', { 23: 'o' }, '006 s|||p|o|||||||||||')).toBe('MAG_ONLINE');
    expect(format('mm', { 23: 'o' }, '006 a||||fo|||||||||||')).toBe('EBOOK');
    expect(format('mm', { 26: 'i' }, '007 cr an|||||||||')).toBe('WEBSITE');
  });
});
