import { describe, expect, it } from 'vitest';
import { EVIDENCE_RULES } from '../../../src/import/mapping/format-rules.js';
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
    ['rm', { 33: 'r' }, 'THREE_D_OBJECT'],
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

const BY_EVIDENCE: readonly (readonly [
  type: string,
  codes: Record<number, string>,
  fields: string,
  id: string,
])[] = [
  // Vinyl records: the speed, the size, the groove, the material or the age.
  ['jm', {}, '300 ## $a1 sound disc (44 min.) :$b33 1/3 rpm, stereo.', 'LP'],
  ['jm', {}, '300 ## $a2 audio discs :$banalog, 33 1/3 rpm, stereo ;$c12 in.', 'LP'],
  ['jm', {}, '300 ## $a1 disque :$b33 t. ;$c30 cm', 'LP'],
  ['jm', {}, '300 ## $a1 Schallplatte :$b33 UpM, stereo ;$c30 cm', 'LP'],
  ['im', {}, '300 ## $a1 disco sonoro :$b45 rpm ;$c17 cm', 'LP'],
  ['jm', {}, '300 ## $a1 disco sonoro :$b33 giri', 'LP'],
  ['jm', {}, '300 ## $a1 audio disc\n344 ## $aanalog$c33 1/3 rpm$dmicrogroove', 'LP'],
  ['jm', {}, '300 ## $a1 audio disc\n340 ## $avinyl', 'LP'],
  ['jm', { 7: '1', 8: '9', 9: '6', 10: '3' }, '300 ## $a1 sound disc', 'LP'],
  ['im', { 9: '5' }, '300 ## $a1 phonodisc.', 'LP'],
  ['jm', {}, '300 ## $a2 dischi (LP)', 'LP'],
  ['jm', {}, '300 ## $a1 grammofoonplaat', 'LP'],
  ['jm', {}, '300 ## $a2 disques microsillon', 'LP'],
  // Compact discs.
  ['jm', {}, '300 ## $a2 CDs (74 Min.)', 'MUSIC_CD'],
  ['jm', {}, '300 ## $a1 disco (CD)', 'MUSIC_CD'],
  ['im', {}, '300 ## $a1 cd', 'BOOK_CD'],
  [
    'jm',
    {},
    '300 ## $a1 audio disc :$bdigital ;$c4 3/4 in.\n344 ## $adigital$boptical',
    'MUSIC_CD',
  ],
  ['jm', {}, '300 ## $a1 disque compact', 'MUSIC_CD'],
  ['jm', { 9: '7' }, '300 ## $a1 CD ;$c12 cm', 'MUSIC_CD'],
  ['im', {}, '300 ## $a5 audio discs\n347 ## $aaudio file$bCD audio', 'BOOK_CD'],
  ['im', {}, '300 ## $a1 MP3-CD', 'BOOK_CD'],
  ['im', {}, '300 ## $a1 компакт-диск', 'BOOK_CD'],
  ['im', {}, '300 ## $a1 CD-ROM (MP3)', 'BOOK_CD'],
  // Cassettes and other carriers of sound.
  ['im', {}, '300 ## $a6 Tonkassetten', 'BOOK_CASSETTE'],
  ['jm', {}, '300 ## $a1 casete sonoro :$banalógico', 'MUSIC_CASSETTE'],
  ['im', {}, '300 ## $a1 audiocassetta', 'BOOK_CASSETTE'],
  ['jm', { 9: '6' }, '300 ## $a1 sound tape reel :$banalog, 7 1/2 ips', 'UK'],
  [
    'im',
    {},
    '300 ## $a1 audio media player\n007 sz zunznnnzned\n338 ## $bsz',
    'PLAYAWAY_AUDIOBOOK',
  ],
  ['im', {}, '245 00 $aT$h[Playaway]', 'PLAYAWAY_AUDIOBOOK'],
  ['im', {}, '300 ## $a1 Playaway digital audio player', 'PLAYAWAY_AUDIOBOOK'],
  ['im', {}, '300 ## $a1 Tonie-Figur', 'PLAYAWAY_AUDIOBOOK'],
  ['gm', { 33: 'v' }, '300 ## $a1 Playaway View video player', 'PLAYAWAY_VIDEO'],
  [
    'im',
    { 23: 'o' },
    '007 sz zunnnnnzned\n007 cr nna\n300 ## $a1 online resource (1 audio file)',
    'EAUDIOBOOK',
  ],
  ['im', {}, '300 ## $a1 Online-Ressource (MP3)', 'EAUDIOBOOK'],
  // Videos without 007.
  ['gm', { 33: 'v' }, '300 ## $a1 videodisc (90 min.) :$bsd., col. ;$c4 3/4 in.', 'DVD'],
  ['gm', { 33: 'v', 7: '2', 8: '0', 9: '0' }, '300 ## $a1 videodisc (90 min.)', 'DVD'],
  ['gm', { 33: 'v' }, '300 ## $a1 videodisc ;$c12 in.', 'UK'],
  [
    'gm',
    { 33: 'v', 7: '2', 8: '0' },
    '300 ## $a1 videodisc ;$c4 3/4 in.\n538 ## $aBlu-ray.',
    'BLURAY',
  ],
  ['gm', { 33: 'v' }, '300 ## $a1 DVD\n538 ## $aPlays on all DVD and Blu-ray players.', 'DVD'],
  ['gm', { 33: 'v' }, '300 ## $a1 disque vidéo (DVD)', 'DVD'],
  ['gm', { 33: 'v' }, '300 ## $a1 DVD-Video (90 Min.)', 'DVD'],
  ['gm', { 33: 'v' }, '300 ## $a1 videodisco ;$c12 cm', 'DVD'],
  ['gm', { 33: 'v' }, '300 ## $a1 videodisc\n347 ## $avideo file$bBlu-ray', 'BLURAY'],
  ['gm', { 33: 'v' }, '300 ## $a1 Videokassette (VHS)', 'VHS'],
  ['gm', { 33: 'v' }, '300 ## $a1 vidéocassette', 'VHS'],
  ['gm', { 33: 'v' }, '300 ## $a1 videocassette\n346 ## $aVHS', 'VHS'],
  ['gm', { 33: 'v' }, '300 ## $a1 disco (DVD)', 'DVD'],
  ['gm', { 33: 'v', 7: '2', 8: '0' }, '338 ## $bvd', 'DVD'],
  ['gm', { 33: 'm' }, '300 ## $a1 film reel (30 min.) ;$c16 mm', 'UK'],
  ['gm', { 33: 'v' }, '300 ## $a1 streaming video file', 'VIDEO_ONLINE'],
  // Large print and Braille.
  ['am', { 23: 'r' }, '300 ## $a350 p.\n655 #7 $aLarge type books.$2lcgft', 'LPRINT'],
  ['am', {}, '300 ## $a350 pages\n338 ## $bnc\n340 ## $nlarge print$2rdafs', 'LPRINT'],
  ['am', {}, '300 ## $a350 S.\n250 ## $aGroßdruck', 'LPRINT'],
  ['am', {}, '300 ## $a350 p.\n650 #0 $aLarge type books.', 'LPRINT'],
  ['am', {}, '300 ## $a350 p.\n650 #0 $aLarge type books$vBibliography.', 'BK'],
  ['am', {}, '245 00 $aT$h[text (large print)] /', 'LPRINT'],
  ['am', {}, '300 ## $a3 volumes of braille ;$c29 cm\n336 ## $atactile text$btct', 'BR'],
  ['am', { 23: 'f' }, '300 ## $a2 v.', 'BR'],
  ['am', {}, '300 ## $a2 Bände\n336 ## $btct', 'BR'],
  ['am', {}, '300 ## $a2 v.\n546 ## $aEnglish$bBraille', 'BR'],
  ['cm', { 23: 'f' }, '300 ## $a1 score', 'BR'],
  ['am', {}, '300 ## $a200 p.\n650 #0 $aBraille.', 'BK'],
  // Microforms.
  ['am', {}, '006 a     a     000 0 \n300 ## $a1 reel', 'MICROFORM'],
  ['am', {}, '300 ## $a4 Mikrofiches', 'MICROFORM'],
  ['am', {}, '300 ## $a350 p.\n533 ## $aMicrofilm.$bAnn Arbor', 'MICROFORM'],
  ['am', {}, '300 ## $a128 p. + 2 microfiches', 'BK'],
  ['as', {}, '006 s     a  0    \n300 ## $areels', 'MICROFORM'],
  ['em', {}, '006 e           a     \n300 ## $a1 map', 'MICROFORM'],
  // Components.
  ['aa', {}, '773 0# $tJournal$gp. 3-9', 'ARTICLE'],
  ['ab', { 23: 'o' }, '300 ## $a1 online resource', 'ARTICLE'],
  ['ja', {}, '300 ## $a1 CD', 'MUSIC_CD'],
  // Games, toys and equipment.
  ['mm', {}, '300 ## $a1 game card\n538 ## $aSystem requirements: Nintendo Switch.', 'VIDEO_GAME'],
  ['mm', {}, '300 ## $a1 computer disc\n753 ## $aPlayStation 4', 'VIDEO_GAME'],
  ['mm', {}, '300 ## $a1 videodisc\n655 #7 $aVideo games.', 'VIDEO_GAME'],
  ['gm', {}, '300 ## $a1 game disc\n538 ## $aXbox One\n655 #7 $aVideo games.', 'VIDEO_GAME'],
  [
    'rm',
    {},
    '300 ## $a1 video game\n538 ## $aNintendo Switch\n655 #7 $aVideo games.',
    'VIDEO_GAME',
  ],
  ['mm', {}, '300 ## $a1 preloaded learning tablet', 'EQUIPMENT'],
  ['mm', { 26: 'b' }, '300 ## $a1 CD-ROM\n753 ## $aIBM PC', 'CDROM'],
  ['am', {}, '300 ## $a200 p.\n655 #7 $aVideo game guides.', 'BK'],
  ['rm', { 33: 'r' }, '300 ## $a1 sewing machine', 'EQUIPMENT'],
  ['rm', { 33: 'r' }, '300 ## $a1 mobile hotspot', 'EQUIPMENT'],
  ['rm', { 33: 'w' }, '300 ## $a1 set', 'TOY'],
  ['rm', { 33: 'g' }, '300 ## $a1 jigsaw puzzle (100 pieces)', 'TOY'],
  ['rm', { 33: ' ' }, '300 ## $a1 Brettspiel', 'BOARD_GAME'],
  ['rm', { 33: 'q' }, '300 ## $a1 model', 'THREE_D_OBJECT'],
  ['rm', { 33: 'b' }, '', 'KIT'],
  ['rm', { 33: 'r' }, '300 ## $a1 game : with braille cards\n655 #7 $aBoard games.', 'BOARD_GAME'],
  // Books about games, toys and equipment, and books with several versions.
  ['am', {}, '300 ## $a1 volume (unpaged)\n655 #7 $aToy and movable books.', 'BK'],
  ['am', {}, '300 ## $a64 p.\n655 #7 $aCrossword puzzles.', 'BK'],
  ['am', {}, '300 ## $a350 p.\n500 ## $aAlso available as Playaway.', 'BK'],
  ['am', {}, '300 ## $a100 p.\n655 #7 $aSuperhero comics.', 'GRAPHIC_NOVEL'],
  ['am', {}, '300 ## $a100 p.\n655 #7 $aComic novels.', 'BK'],
  [
    'im',
    {},
    '245 00 $aT$h[electronic resource]\n006 m     o  h\n007 cr\n007 sz\n300 ## $a1 sound file : digital',
    'EAUDIOBOOK',
  ],
  [
    'gm',
    { 33: 'v' },
    '245 00 $aT$h[videorecording (DVD)]\n300 ## $a1 videodisc :$bsd. ;$c4 3/4 in.',
    'DVD',
  ],
  ['jm', {}, '300 ## $a1 sound cartridge :$banalog', 'UK'],
  // Words in several languages for toys, games and equipment.
  ['rm', { 33: 'g' }, '300 ## $a1 casse-tête (500 morceaux)', 'TOY'],
  ['rm', { 33: 'g' }, '300 ## $a1 rompecabezas (48 piezas)', 'TOY'],
  ['rm', { 33: 'g' }, '300 ## $a1 legpuzzel', 'TOY'],
  ['rm', { 33: ' ' }, '300 ## $a1 Handpuppe', 'TOY'],
  ['rm', { 33: 'r' }, '300 ## $a1 stuffed animal', 'TOY'],
  ['rm', { 33: ' ' }, '300 ## $a1 Spiel', 'BOARD_GAME'],
  ['gm', { 33: 'v' }, '300 ## $a1 DVD (Spielfilm, 90 Min.)', 'DVD'],
  ['rm', { 33: 'r' }, '300 ## $a1 violin, 1 bow', 'EQUIPMENT'],
  ['rm', { 33: 'r' }, '300 ## $a1 Akkuschrauber', 'EQUIPMENT'],
  ['rm', { 33: 'r' }, '300 ## $a1 taladro', 'EQUIPMENT'],
  ['am', {}, '300 ## $a1 Chromebook', 'EQUIPMENT'],
  ['cm', {}, '300 ## $a1 score + 2 parts for violin', 'MN'],
  ['jm', {}, '300 ## $a1 CD\n655 #7 $aViolin music.', 'MUSIC_CD'],
  ['rm', {}, '300 ## $a1 game card\n655 #7 $aVideo games.', 'VIDEO_GAME'],
  ['rm', {}, '300 ## $a1 card game (52 game cards)', 'BOARD_GAME'],
  ['mm', {}, '245 00 $aT$h[electronic resource (video game)]', 'VIDEO_GAME'],
  ['gm', { 33: 'o' }, '300 ## $a52 flash cards', 'PICTURE'],
  ['rm', { 33: 'a' }, '300 ## $a1 sculpture', 'THREE_D_OBJECT'],
  // Players within books, and rolls.
  ['im', {}, '300 ## $a1 audio-enhanced book', 'PLAYAWAY_AUDIOBOOK'],
  ['am', {}, '300 ## $a1 VOX book (32 pages)', 'BK'],
  ['jm', {}, '300 ## $a1 piano roll', 'UK'],
  // E-books by a designation, the form of item, or the genre.
  ['am', {}, '245 00 $aT$h[eBook]', 'EBOOK'],
  ['im', {}, '245 00 $aT$h[eAudiobook]', 'EAUDIOBOOK'],
  ['am', {}, '300 ## $a1 PDF (24 pages)', 'EBOOK'],
  ['am', {}, '300 ## $a1 recurso electrónico (245 p.)', 'EBOOK'],
  ['am', {}, '300 ## $a1 electronic resource (1 CD-ROM)', 'CDROM'],
  ['am', {}, '300 ## $a1 Kindle e-book', 'EBOOK'],
  ['am', {}, '300 ## $a1 Kindle', 'EQUIPMENT'],
  ['am', { 23: 'o' }, '300 ## $a350 p.', 'EBOOK'],
  ['am', {}, '655 #4 $aElectronic books.', 'EBOOK'],
  ['am', {}, '007 cr an\n300 ## $a350 p.\n655 #4 $aElectronic books.', 'EBOOK'],
  ['am', {}, '007 ta\n007 cr an\n300 ## $a350 p.\n655 #4 $aElectronic books.', 'BK'],
  ['am', {}, '300 ## $a350 p. ; 24 cm\n655 #4 $aElectronic books.', 'BK'],
  // Games for consoles with the code of a board game, and newspapers by the genre.
  ['rm', { 33: 'g' }, '300 ## $a1 disc\n538 ## $aXbox One\n655 #7 $aVideo games.', 'VIDEO_GAME'],
  ['gm', { 33: 'v' }, '300 ## $a1 DVD\n538 ## $aPlays on PlayStation 2.', 'DVD'],
  ['rm', { 33: 'r' }, '300 ## $a1 Nintendo Switch console', 'EQUIPMENT'],
  ['as', { 21: ' ' }, '300 ## $avolumes\n655 #7 $aNewspapers.$2lcgft', 'NEWSPAPER'],
  ['am', {}, '300 ## $a200 p.\n655 #7 $aNewspapers.', 'BK'],
  // Large print by the series, and articles by the pages in their source.
  ['am', {}, '300 ## $a423 p.\n490 1# $aThorndike Press large print', 'LPRINT'],
  ['am', {}, '300 ## $a423 p.\n250 ## $aGrootletteruitgave', 'LPRINT'],
  ['am', {}, '300 ## $ap. 33-50\n773 0# $tJournal$gVol. 3 (1999), p. 33-50', 'ARTICLE'],
  ['am', { 23: 'o' }, '300 ## $a1 online resource\n773 0# $tSpringer eBooks', 'EBOOK'],
  // Records with wrong or no type.
  ['am', {}, '245 00 $aT$h[grabación sonora]\n300 ## $a2 CDs', 'BOOK_CD'],
  ['  ', {}, '300 ## $a350 p.', 'BK'],
  // Books with something else.
  ['am', {}, '300 ## $a350 p. ;$c12 cm +$e1 CD-ROM (4 3/4 in.)', 'BK'],
  [
    'am',
    {},
    '300 ## $a32 pages\n336 ## $btxt\n336 ## $bspw\n338 ## $bnc\n338 ## $bsd\n007 sd fsngnnmmned',
    'BK',
  ],
  [
    'am',
    {},
    '300 ## $a200 p.\n336 ## $btxt\n336 ## $btdi\n338 ## $bnc\n338 ## $bvd\n007 vd cvaizq',
    'BK',
  ],
  ['am', {}, '300 ## $a200 p.\n500 ## $aAlso available on compact disc.', 'BK'],
  ['am', {}, '300 ## $axii, 291 Seiten\n338 ## $aBand$bnc', 'BK'],
  ['am', {}, '300 ## $a1 ressource en ligne', 'EBOOK'],
  ['am', { 23: 'r' }, '006 m     o  d\n007 cr an\n300 ## $a200 p.', 'BK'],
];

describe('The format by all the evidence', () => {
  it.each(BY_EVIDENCE)(
    'of the type %j with the codes %o and %j is %s',
    (type, codes, fields, id) => {
      expect(format(type, codes, fields)).toBe(id);
    },
  );
});

describe('The table of evidence', () => {
  it('has only examples that its rules match', () => {
    for (const { where, such, like } of EVIDENCE_RULES) {
      // The codes of positions within 007 are tested above.
      const examples = where === '007' && such.includes(' in ') ? [] : such.split(', ');
      for (const example of examples) {
        const text = where.startsWith('leader') ? example : example.toLowerCase();
        expect([where, example, like.test(text)]).toEqual([where, example, true]);
      }
    }
  });
});
