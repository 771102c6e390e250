/*
 * The table of evidence for the format of a title, and the table of formats. `format.ts` applies them.
 * `docs/marc-mapping.md` shows both.
 */

/** The families of carriers. At equal weights, the family that is named first wins. */
// biome-ignore format: one list
export const CARRIERS = [
  'volume', 'audio disc', 'audiocassette', 'video disc', 'videocassette', 'player', 'computer disc', 'online', 'microform', 'other carrier',
] as const;

type Family = (typeof CARRIERS)[number];
/**
 * A family of carriers, or one of its kinds, such as `audio disc: CD`. Evidence for a kind is also evidence for its
 * family.
 */
export type Carrier = Family | `${Family}: ${string}`;

/** The formats of a content by carrier. `*` is the format on any other or an unknown carrier. */
export type Formats = { readonly [C in Carrier | '*']?: string };

/** The formats of any content. They take precedence over {@link FORMATS}. */
export const FORMATS_OF_ANY_CONTENT: Formats = { microform: 'MICROFORM' };

/**
 * The formats by content and carrier. A kind of content, such as `text: comic`, has the other formats of its family.
 */
// biome-ignore format: one row per line
export const FORMATS = {
  text: { volume: 'BK', 'volume: large print': 'LPRINT', 'volume: board book': 'BOARD_BK', 'volume: Braille': 'BR', online: 'EBOOK', 'computer disc': 'CDROM', '*': 'BK' },
  'text: article': { '*': 'ARTICLE' },
  'text: comic': { 'volume: large print': 'LPRINT', 'volume: Braille': 'BR', volume: 'GRAPHIC_NOVEL' },
  'text: manuscript': { online: 'EBOOK', '*': 'MANUSCRIPT' },
  serial: { volume: 'MAG', 'volume: Braille': 'BR', online: 'MAG_ONLINE', 'computer disc': 'CDROM', '*': 'MAG' },
  'serial: newspaper': { volume: 'NEWSPAPER' },
  'serial: series': { volume: 'BK', online: 'EBOOK' },
  'serial: dataset': { '*': 'DATASET' },
  'serial: website': { '*': 'WEBSITE' },
  'serial: integrating resource': { online: 'WEBSITE' },
  'notated music': { 'volume: Braille': 'BR', '*': 'MN' },
  map: { '*': 'MAP' },
  video: { 'video disc': 'DVD', 'video disc: Blu-ray': 'BLURAY', 'video disc: other': 'UK', videocassette: 'VHS', player: 'PLAYAWAY_VIDEO', online: 'VIDEO_ONLINE', 'other carrier': 'UK' },
  'spoken word': { 'audio disc': 'BOOK_CD', 'audio disc: vinyl': 'LP', audiocassette: 'BOOK_CASSETTE', player: 'PLAYAWAY_AUDIOBOOK', 'computer disc': 'CDROM', online: 'EAUDIOBOOK', 'other carrier': 'UK', '*': 'BOOK_CD' },
  music: { 'audio disc': 'MUSIC_CD', 'audio disc: vinyl': 'LP', audiocassette: 'MUSIC_CASSETTE', player: 'PLAYAWAY_AUDIOBOOK', 'computer disc': 'CDROM', online: 'MUSIC_ONLINE', 'other carrier': 'UK', '*': 'MUSIC_CD' },
  picture: { '*': 'PICTURE' },
  software: { 'computer disc': 'CDROM', online: 'WEBSITE', player: 'EQUIPMENT', '*': 'CDROM' },
  'software: game': { '*': 'VIDEO_GAME' },
  'software: dataset': { '*': 'DATASET' },
  'software: document': { online: 'EBOOK' },
  'software: serial': { online: 'MAG_ONLINE' },
  'software: video': { online: 'VIDEO_ONLINE' },
  'software: spoken word': { online: 'EAUDIOBOOK' },
  'software: music': { online: 'MUSIC_ONLINE' },
  kit: { '*': 'KIT' },
  'mixed material': { '*': 'MANUSCRIPT' },
  object: { '*': 'THREE_D_OBJECT' },
  'object: game': { '*': 'BOARD_GAME' },
  'object: toy': { '*': 'TOY' },
  'object: equipment': { '*': 'EQUIPMENT' },
} as const satisfies Readonly<Record<string, Formats>>;

/** The content of a title. Evidence for `text: article` is also evidence for its family `text`. */
export type Content = keyof typeof FORMATS;

/** A rule: a text in a place of the record is evidence for a content, a carrier, or both. */
export interface EvidenceRule {
  /**
   * The places, separated by semicolons: subfields such as `300 $a $b`, or coded positions. `year` is 008/07-10, or else
   * the first year in 260 or 264 $c.
   */
  readonly where: string;
  /** Matches the evidence in the text of the place, in lower case. */
  readonly like: RegExp;
  /** Texts that match, for the documentation. */
  readonly such: string;
  readonly content?: Content;
  readonly carrier?: Carrier;
  readonly weight: number;
}

/** Matches words, which neither a letter nor a digit precedes or follows. */
function words(alternatives: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, 'u');
}

/** Frequent words in English, German, French, Spanish, Italian, Dutch, Portuguese and Russian. */
// biome-ignore format: one row per line
const LIKE = {
  ELECTRONIC: /electronic resource|computer file|elektronische ress|ressource électron|recurso electr[óô]n|risorsa elettron|electronische bron|электронный ресурс/,
  SOUND: /sound recording|spoken word|audiobook|tonträger|enregistrement sonore|grabaci[óo]n sonora|grava[çc][ãa]o sonora|registrazione sonora|geluidsopname|звукозапись/,
  VIDEO: /video ?recording|motion picture|bildtonträger|enregistrement vidéo|images? animées?|videograbaci[óo]n|grava[çc][ãa]o de v[íi]deo|videoregistrazione|video-?opname|видеозапись/,
  ONLINE: /online[- ]?(?:res|bron)|internet resource|\bstreaming\b|ressource en ligne|recurso en l[íi]nea|risorsa online|онлайн|downloadable|\b(?:1|one) (?:audio|sound|video|text) files?\b/,
  E_DOCUMENT: /\be-?(?:books?|audio ?books?|journals?|magazines?|comics?)\b|\b(?:electronic|digital) (?:books?|audiobooks?|texts?|documents?|journals?|editions?)\b|\bpdfs?\b|\bepubs?\b|e-buch|hörbuch-download|livres? (?:numérique|électronique)|libros? (?:electrónico|digital)|libro elettronico|электронная книга|(?:electronic resource|elektronische (?:ressource|bron)|ressource électronique|recurso electr[óô]nico|risorsa elettronica) \((?!\d+ (?:cd|dvd|dis|usb|opt))/,
  MICROFORM: /micro-?(?:form|film|fiche|opaque|print|card|slide)|aperture card|mikro(?:form|film|fiche)|microficha|микро(?:форм|фильм|фиш)/,
  LARGE_PRINT: /larger?[- ]?(?:print|type)|gro(?:ß|ss)(?:druck|schrift|e schrift)|grootletter|(?:gros|grands) caractères|letras? grandes?|caratteri (?:grandi|ingranditi)|grote letters?|letra ampliada|крупн\S* шрифт/,
  BRAILLE: /bra?ille|braile|punktschrift|blindenschrift|брайл|шрифт\S* брайля/,
  BOARD_BOOK: /board book|pappbilderbuch|libro de cart[óo]n|livre tout[- ]carton|kartonboek/,
  CD: words('compact[- ]?dis[ck]s?|compact dis[ck]-?digitale?s?|cds?(?:-?audio)?|audio-?cds?|mp3[- ]cds?|cd-r|disques? compacts?|discos? compactos?|disc[oh]i? compatt[oi]|компакт-диск\\p{L}*'),
  VINYL: words('lps?|vinyls?|vinilo|vinil[ei]?|microgroove|micro-?sillons?|schallplatten?|langspielplatten?|phonodis[ck]s?|phonograph records?|grammofoonpla\\p{L}+|disques? noirs?|грампластин\\p{L}+|shellac'),
  AUDIO_DISC: words('dis[ck]s?|disques?|discos?|dischi|audiodis[ck]s?|audioschij\\p{L}+|tonplatten?|geluidsdis[ck]s?|диск\\p{L}*'),
  SPEED: /\b(?:16|33|45|78)(?: ?1\/3| ?⅓)?\s*(?:-?rpm|r\.? ?p\.? ?m|t(?:\.|ours)?\b|u(?:\.|pm|\/min)|giri|toeren|об)/,
  CASSETTE: /(?<!video[- ]?)(?:cassett|kassett|casete|касс?ет)(?!\p{L}* vid[eé]o|\p{L}* de v[ií]deo)/u,
  VIDEOCASSETTE: /vid[eé]o[- ]?(?:cass|kass|cas|tape|b[aä]nd)|cassett\p{L}* vid[eé]o|\b(?:s-)?vhs\b|u-matic|betacam|видеокасс?ет/u,
  DVD: words('dvds?(?:-?vid[eé]os?)?|dvd-диск\\p{L}*'),
  BLU_RAY: /blu-?ray|ultra hd/,
  VIDEO_DISC: /vid[eé]o[- ]?(?:dis|plat)|disc?\p{L}* (?:de )?v[ií]d[eé]o|beeldplaa?t|видеодиск/u,
  OTHER_VIDEO_DISC: words('laser ?dis[ck]s?|cav|clv|cdv|vcds?|video ?cds?|hd-?dvds?'),
  PLAYER: /playaway|\bvox (?:audio|books?)\b|wonderbooks?\b|audio-?enhanced|(?:media|audio|mp3|video) ?players?\b|preloaded|pre-loaded|(?:lecteur|reproductor) (?:audio|mp3|de audio)|\btonies?\b|tonie-?(?:figur|box)|\byoto\b|launchpad|\btablets?\b/,
  COMPUTER_DISC: words('(?:cd|dvd)-?roms?|computer (?:optical |laser )?(?:dis[ck]|card|chip|cartridge|tape)s?|disque optique|discos? [óo]pticos?|dis[ck]ettes?|disket\\p{L}*|floppy|(?:usb|flash)[- ](?:flash )?(?:drive|stick|key)s?|usb|memory (?:card|stick)s?|game (?:card|cartridge|disc)s?|электрон\\p{L}* опт\\p{L}* диск\\p{L}*'),
  PAGES: /\d\]?\s*(?:unnumbered |unpaged |numbered )?(?:p|pp|pages?|s|seiten|p[áa]g\p{L}*|blz|стр|с|leaves|leaf|l|bl|blätter|hojas|feuillets|ff?|v|vols?|volumes?|b(?:än)?de?|tom[eo]s?|т|页|頁)(?!\p{L})|\bvolumes?\b|^v\./u,
  CONSOLES: /nintendo|play ?station|\bps ?[2345p]\b|\bxbox|\bwii\b|game ?boy|game ?cube|\bsega\b|\batari\b|steam deck/,
  GAMES: /^(?:\d+ )?(?:video|computer|electronic) ?games?\b|^1 game (?:card|cartridge|disc|chip)\b|^videospiele?\b|^computerspiele?\b|^jeux? vid[ée]o|^videojuegos?|^videogioc|^видеоигр|^компьютерные игры/,
  COMICS: /graphic novels?|\bcomics\b|^comic(?=$|[.(])|^comic books|\bmanga\b|bandes? dessinée|^fumetti|historieta|tebeos?|stripverhalen|novelas? gráficas?|комикс/,
  TOYS: /\btoys?\b(?! and mov)|puzz(?:le|el)|casse-tête|rompecabezas|головоломк|\bpuppets?\b|\b(?:hand|finger)puppen?\b|marionett|marionnett|marioneta|títeres?|\bdolls?\b|\bpuppen?\b|poup[ée]es?\b|muñec|stuffed animals?|plush|plüsch|peluche|spielzeug|spielfigur|\bjouets?\b|juguetes?|giocattol|speelgoed|игрушк|building (?:blocks|bricks)|\blego\b/,
  TABLE_GAMES: /(?<!(?:video|computer|electronic) ?)\bgames?\b(?! (?:card|disc|cartridge))|\bspiele?\b|brettspiel|gesellschaftsspiel|kartenspiel|jeu(?:x)? de|\bjeu\b(?! vid)|juegos?\b|gioc[oh]i?\b|\bspel(?:len)?\b|настольн/,
  EQUIPMENT: /machine|\b(?:violins?|violas?|cellos?|banjos?|mandolins?|flutes?|drums?|trumpets?|trombones?|clarinets?|saxophones?|accordions?|harmonicas?|kalimbas?|synthesizers?)\b|\b(?:hammer|screwdriver|wrench|ladder|shovel|rake|sander|finder|pump|tent|bicycle)s?\b|hot ?spot|laptop|chromebook|tablet|projector|camera|telescope|microscope(?! slide)|binoculars|toniebox|\btools?\b|\bdrill|\bsaw\b|\bmeters?\b|monitor|printer|scanner|charger|adapter|\bcables?\b|headphones|keyboard|ukulele|guitar|instrument|equipment|appliance|console|e-?reader|kindle(?! e-?b)|\bgps\b|\bradio|\blamp|\bcake pan|bakeware|fishing|racket|umbrella|detector|thermometer|router|gerät|werkzeug|maschine|akku|\bbohr|beamer|gitarre|geige|trommel|outil|appareil|perceuse|guitare|violon|projecteur|taladro|guitarra|proyector|trapano|chitarra|boormachine|herramienta|m[áa]quina|equipo|attrezz|gereedschap|инструмент|оборудован/,
} as const;

/** The evidence for content and carriers, with its weight. */
// biome-ignore format: one row per line
export const EVIDENCE_RULES: readonly EvidenceRule[] = [
  { where: 'leader/06-07', like: /^a[^bis]/, such: 'am', content: 'text', weight: 3 },
  { where: 'leader/06-07', like: /^a[is]/, such: 'as', content: 'serial', weight: 6 },
  { where: 'leader/06-07', like: /^a[ab]/, such: 'aa, ab', content: 'text: article', weight: 3 },
  { where: 'leader/06-07', like: /^ai/, such: 'ai', content: 'serial: integrating resource', weight: 1 },
  { where: 'leader/06-07', like: /^t/, such: 'tm', content: 'text: manuscript', weight: 6 },
  { where: 'leader/06-07', like: /^[cd]/, such: 'cm, dm', content: 'notated music', weight: 6 },
  { where: 'leader/06-07', like: /^[ef]/, such: 'em, fm', content: 'map', weight: 6 },
  { where: 'leader/06-07', like: /^g/, such: 'gm', content: 'video', weight: 5 },
  { where: 'leader/06-07', like: /^i/, such: 'im', content: 'spoken word', weight: 6 },
  { where: 'leader/06-07', like: /^j/, such: 'jm', content: 'music', weight: 6 },
  { where: 'leader/06-07', like: /^k/, such: 'km', content: 'picture', weight: 6 },
  { where: 'leader/06-07', like: /^m/, such: 'mm', content: 'software', weight: 6 },
  { where: 'leader/06-07', like: /^o/, such: 'om', content: 'kit', weight: 6 },
  { where: 'leader/06-07', like: /^p/, such: 'pc', content: 'mixed material', weight: 6 },
  { where: 'leader/06-07', like: /^r/, such: 'rm', content: 'object', weight: 5 },
  { where: 'leader/06-07', like: /^[at]/, such: 'am', carrier: 'volume', weight: 2 },
  { where: '008/21 of serials', like: /n/, such: 'n', content: 'serial: newspaper', weight: 3 },
  { where: '008/21 of serials', like: /[lm]/, such: 'l, m', content: 'serial: series', weight: 3 },
  { where: '008/21 of serials', like: /d/, such: 'd', content: 'serial: dataset', weight: 3 },
  { where: '008/21 of serials', like: /w/, such: 'w', content: 'serial: website', weight: 3 },
  { where: '008/24-27 of books', like: /6/, such: '6', content: 'text: comic', weight: 3 },
  { where: '008/33 of books', like: /c/, such: 'c', content: 'text: comic', weight: 3 },
  { where: '008/26 of computer files', like: /g/, such: 'g', content: 'software: game', weight: 4 },
  { where: '008/26 of computer files', like: /a/, such: 'a', content: 'software: dataset', weight: 4 },
  { where: '008/26 of computer files', like: /[de]/, such: 'd, e', content: 'software: document', weight: 1 },
  { where: '008/33 of visual materials', like: /[fiklnopst]/, such: 'f, i, n, o, p, s, t', content: 'picture', weight: 6 },
  { where: '008/33 of visual materials', like: /b/, such: 'b', content: 'kit', weight: 6 },
  { where: '008/33 of visual materials', like: /g/, such: 'g', content: 'object: game', weight: 3 },
  { where: '008/33 of visual materials', like: /w/, such: 'w', content: 'object: toy', weight: 3 },
  { where: '006/00', like: /[at]/, such: 'a, t', content: 'software: document', weight: 2 },
  { where: '006/00', like: /s/, such: 's', content: 'software: serial', weight: 2 },
  { where: '006/00', like: /g/, such: 'g', content: 'software: video', weight: 2 },
  { where: '006/00', like: /i/, such: 'i', content: 'software: spoken word', weight: 2 },
  { where: '006/00', like: /j/, such: 'j', content: 'software: music', weight: 2 },
  { where: '007', like: /^v/, such: 'vd', content: 'video', weight: 2 },
  { where: '007', like: /^s/, such: 'sd', content: 'spoken word', weight: 1 },
  { where: '245 $h', like: LIKE.VIDEO, such: '[videorecording]', content: 'video', weight: 4 },
  { where: '245 $h', like: LIKE.SOUND, such: '[sound recording]', content: 'spoken word', weight: 4 },
  { where: '245 $h', like: /cartograph|kartogra|\bmap\b/, such: '[cartographic material]', content: 'map', weight: 2 },
  { where: '245 $h', like: /^\[?kit\b|multimedia|medienkombination/, such: '[kit]', content: 'kit', weight: 4 },
  { where: '245 $h', like: /(?:video|computer) ?game|videospiel|computerspiel|jeu vidéo|videojuego|videogioc/, such: '[video game]', content: 'software: game', weight: 4 },
  { where: '245 $h', like: /^\[?(?:game|spiel|jeu)\b/, such: '[game]', content: 'object: game', weight: 3 },
  { where: '245 $h', like: /^\[?(?:realia|model|toy)\b/, such: '[realia]', content: 'object', weight: 4 },
  { where: '336 $a $b', like: /\btxt\b|^text/, such: 'text, txt', content: 'text', weight: 2 },
  { where: '336 $a $b', like: /\bprm\b|performed music|aufgeführte musik|musique exécutée|música interpretada/, such: 'performed music, prm', content: 'music', weight: 3 },
  { where: '336 $a $b', like: /\bspw\b|spoken word|gesprochenes wort|parole énoncée|palabra hablada/, such: 'spoken word, spw', content: 'spoken word', weight: 2 },
  { where: '336 $a $b', like: /\btdi\b|moving image|bewegtes bild|image animée|imagen en movimiento/, such: 'two-dimensional moving image, tdi', content: 'video', weight: 2 },
  { where: '336 $a $b', like: /\bcr[dimt]\b|cartographic|kartografisch/, such: 'cartographic image, cri', content: 'map', weight: 2 },
  { where: '336 $a $b', like: /\bntm\b|notated music|noten|musique notée|música notada/, such: 'notated music, ntm', content: 'notated music', weight: 2 },
  { where: '336 $a $b', like: /\bsti\b|still image|unbewegtes bild|image fixe|imagen fija/, such: 'still image, sti', content: 'picture', weight: 2 },
  { where: '336 $a $b', like: /\bcop\b|computer program/, such: 'computer program, cop', content: 'software', weight: 2 },
  { where: '336 $a $b', like: /\btdf\b|three-dimensional form/, such: 'three-dimensional form, tdf', content: 'object', weight: 2 },
  { where: '300 $a', like: LIKE.PAGES, such: '350 p.', content: 'text', carrier: 'volume', weight: 2 },
  { where: '300 $a', like: LIKE.VIDEO_DISC, such: '1 videodisc', content: 'video', weight: 2 },
  { where: '300 $a', like: LIKE.VIDEOCASSETTE, such: '1 videocassette', content: 'video', weight: 2 },
  { where: '300 $a', like: LIKE.DVD, such: '1 DVD', content: 'video', weight: 2 },
  { where: '300 $a; 655 $a', like: LIKE.TABLE_GAMES, such: '1 game', content: 'object: game', weight: 2 },
  { where: '300 $a', like: LIKE.TOYS, such: '1 jigsaw puzzle', content: 'object: toy', weight: 4 },
  { where: '655 $a', like: LIKE.TOYS, such: 'Toys', content: 'object: toy', weight: 2 },
  { where: '300 $a', like: LIKE.EQUIPMENT, such: '1 sewing machine', content: 'object: equipment', weight: 4 },
  { where: '655 $a', like: LIKE.EQUIPMENT, such: 'Tools', content: 'object: equipment', weight: 3 },
  { where: '655 $a', like: LIKE.COMICS, such: 'Graphic novels', content: 'text: comic', weight: 3 },
  { where: '300 $a', like: LIKE.GAMES, such: '1 video game', content: 'software: game', weight: 3 },
  { where: '655 $a', like: LIKE.GAMES, such: 'Video games', content: 'software: game', weight: 4 },
  { where: '655 $a', like: /^newspapers?(?=$|[.,])|^zeitung(?:en)?\b|^journaux(?=$|[.,])|^periódicos(?=$|[.,])|^kranten\b|^газеты/, such: 'Newspapers', content: 'serial: newspaper', weight: 3 },
  { where: '773 $g', like: /(?<!\p{L})(?:p|pp|pages?|pagination|s|seiten?|pág|стр|с)[.:]* ?\[?\d+/u, such: 'p. 33-50', content: 'text: article', weight: 3 },
  { where: '300 $a $b; 538 $a; 753 $a', like: LIKE.CONSOLES, such: 'Nintendo Switch', content: 'software: game', weight: 5 },

  { where: '008/23 or 29', like: /d/, such: 'd', carrier: 'volume: large print', weight: 6 },
  { where: '008/23 or 29', like: /f/, such: 'f', carrier: 'volume: Braille', weight: 6 },
  { where: '008/23 or 29', like: /r/, such: 'r', carrier: 'volume', weight: 2 },
  { where: '008/23 or 29', like: /[abc]/, such: 'a, b, c', carrier: 'microform', weight: 12 },
  { where: '008/23 or 29', like: /o/, such: 'o', carrier: 'online', weight: 5 },
  { where: '008/23 or 29', like: /s/, such: 's', carrier: 'online', weight: 3 },
  { where: '008/23 or 29', like: /q/, such: 'q', carrier: 'computer disc', weight: 6 },
  { where: '006/06 or 12', like: /[abc]/, such: 'a, b, c', carrier: 'microform', weight: 5 },
  { where: '006/06 or 12', like: /[os]/, such: 'o', carrier: 'online', weight: 1 },
  { where: '007', like: /^t[a-z]/, such: 'ta', carrier: 'volume', weight: 4 },
  { where: '007', like: /^tb/, such: 'tb', carrier: 'volume: large print', weight: 3 },
  { where: '007', like: /^(?:tc|fb)/, such: 'tc', carrier: 'volume: Braille', weight: 3 },
  { where: '007', like: /^h/, such: 'hd', carrier: 'microform', weight: 5 },
  { where: '007', like: /^cr/, such: 'cr', carrier: 'online', weight: 2 },
  { where: '007', like: /^sr/, such: 'sr', carrier: 'online', weight: 3 },
  { where: '007', like: /^c[abcdefhjkmo]/, such: 'co', carrier: 'computer disc', weight: 4 },
  { where: '007', like: /^sd/, such: 'sd', carrier: 'audio disc', weight: 3 },
  { where: '007', like: /^sd(?:.f|.{4}g)/, such: 'f in 03', carrier: 'audio disc: CD', weight: 5 },
  { where: '007', like: /^sd(?:.[abcde]|.{4}[cdef])/, such: 'b in 03', carrier: 'audio disc: vinyl', weight: 5 },
  { where: '007', like: /^ss/, such: 'ss', carrier: 'audiocassette', weight: 5 },
  { where: '007', like: /^(?:s[egiqtw]|m)/, such: 'st', carrier: 'other carrier', weight: 5 },
  { where: '007', like: /^(?:sz|v[cr])/, such: 'sz', carrier: 'other carrier', weight: 2 },
  { where: '007', like: /^vd/, such: 'vd', carrier: 'video disc', weight: 3 },
  { where: '007', like: /^v...v/, such: 'v in 04', carrier: 'video disc: DVD', weight: 5 },
  { where: '007', like: /^v...s/, such: 's in 04', carrier: 'video disc: Blu-ray', weight: 6 },
  { where: '007', like: /^v...[gh]/, such: 'g in 04', carrier: 'video disc: other', weight: 6 },
  { where: '007', like: /^v(?:f|...[abcijkmopq])/, such: 'vf', carrier: 'videocassette', weight: 5 },
  { where: '245 $h; 300 $a', like: LIKE.ELECTRONIC, such: '[electronic resource]', carrier: 'online', weight: 3 },
  { where: '245 $h; 300 $a; 533 $a', like: LIKE.MICROFORM, such: '2 microfiches', carrier: 'microform', weight: 7 },
  { where: '337 $a $b; 338 $a $b', like: /\bh[a-j]\b|micro|mikro|^h$/, such: 'microfiche, he', carrier: 'microform', weight: 3 },
  { where: '245 $h; 250 $a; 300 $a $b; 340; 490 $a; 655 $a', like: LIKE.LARGE_PRINT, such: 'Large type books', carrier: 'volume: large print', weight: 4 },
  { where: '650 $a $v $x', like: /^large (?:type|print) books\.?$/, such: 'Large type books', carrier: 'volume: large print', weight: 2 },
  { where: '245 $h; 250 $a; 300 $a $b; 340; 546 $b; 655 $a', like: LIKE.BRAILLE, such: '3 volumes of Braille', carrier: 'volume: Braille', weight: 4 },
  { where: '336 $a $b', like: /\btc[tm]\b|tactile (?:text|notated music)|taktiler text|texte tactile|texto táctil/, such: 'tactile text, tct', content: 'text', carrier: 'volume: Braille', weight: 2 },
  { where: '250 $a; 300 $a; 655 $a', like: LIKE.BOARD_BOOK, such: 'Board books', carrier: 'volume: board book', weight: 3 },
  { where: '300 $a', like: /\breels?\b|rollen?\b|bobines?/, such: '1 reel', carrier: 'microform', weight: 1 },
  { where: '338 $a $b', like: /\bn[cbnor]\b|volume|^band/, such: 'volume, nc', carrier: 'volume', weight: 3 },
  { where: '338 $a $b', like: /\bcr\b|online/, such: 'online resource, cr', carrier: 'online', weight: 5 },
  { where: '245 $h; 300 $a; 347 $a $b; 538 $a', like: LIKE.ONLINE, such: '1 online resource', carrier: 'online', weight: 5 },
  { where: '245 $h; 300 $a', like: LIKE.E_DOCUMENT, such: '[eBook], 1 PDF', carrier: 'online', weight: 5 },
  { where: '655 $a', like: /^(?:electronic|downloadable|streaming) |^e-?books?\b/, such: 'Electronic books', carrier: 'online', weight: 3 },
  { where: '338 $a $b', like: /\bc[abdefkz]\b|computer|computerdis[ck]/, such: 'computer disc, cd', carrier: 'computer disc', weight: 3 },
  { where: '300 $a', like: LIKE.COMPUTER_DISC, such: '1 CD-ROM', carrier: 'computer disc', weight: 4 },
  { where: '538 $a', like: LIKE.COMPUTER_DISC, such: 'CD-ROM', carrier: 'computer disc', weight: 2 },
  { where: '338 $a $b', like: /\bsd\b|audio dis[ck]|audiodisk/, such: 'audio disc, sd', carrier: 'audio disc', weight: 3 },
  { where: '300 $a', like: LIKE.AUDIO_DISC, such: '1 sound disc', carrier: 'audio disc', weight: 3 },
  { where: '245 $h; 300 $a $b; 347 $a $b; 538 $a', like: LIKE.CD, such: '2 CDs', carrier: 'audio disc: CD', weight: 4 },
  { where: '500 $a', like: /^compact dis[ck]s?\b/, such: 'Compact disc', carrier: 'audio disc: CD', weight: 2 },
  { where: '300 $c', like: /\b4 ?3\/4 ?in|\b4¾|\b12 cm/, such: '4 3/4 in.', carrier: 'audio disc: CD', weight: 3 },
  { where: '300 $b; 344 $a $b', like: /digital|optical|numérique/, such: 'digital', carrier: 'audio disc: CD', weight: 2 },
  { where: '300 $a $b; 340; 344', like: LIKE.VINYL, such: '1 LP', carrier: 'audio disc: vinyl', weight: 4 },
  { where: '300 $a $b $c; 344', like: LIKE.SPEED, such: '33 1/3 rpm', carrier: 'audio disc: vinyl', weight: 4 },
  { where: '300 $c', like: /\b(?:7|10|12) ?in|\b(?:17|18|25|30) cm/, such: '12 in.', carrier: 'audio disc: vinyl', weight: 3 },
  { where: '300 $b; 344 $a', like: /anal[oó]g/, such: 'analog', carrier: 'audio disc: vinyl', weight: 2 },
  { where: 'year', like: /^(?:1[0-8]\d\d|19[0-7]\d|198[01])/, such: '1963', carrier: 'audio disc: vinyl', weight: 1 },
  { where: '300 $a; 338 $a $b', like: LIKE.CASSETTE, such: '2 sound cassettes', carrier: 'audiocassette', weight: 6 },
  { where: '338 $a $b', like: /\bss\b/, such: 'ss', carrier: 'audiocassette', weight: 5 },
  { where: '338 $a $b', like: /\b(?:s[egiqtwz]|v[crz]|m[cforz])\b|(?:audio|video)tape reel|film (?:reel|roll|cartridge)|audio (?:roll|cylinder|cartridge)|other \w+ carrier/, such: 'audiotape reel, st', carrier: 'other carrier', weight: 4 },
  { where: '300 $a', like: /(?<!micro\S* )\breels?\b|cylinder|\bwire\b|(?:piano|player|music|organ) rolls?\b|klavierrolle|tonband|bande magn|(?:sound|audio) cartridge|8-track|film (?:reel|roll|strip)|filmrolle|nastro/, such: '1 sound tape reel', carrier: 'other carrier', weight: 5 },
  { where: '245 $h; 250 $a; 300 $a', like: LIKE.PLAYER, such: '1 audio media player', carrier: 'player', weight: 6 },
  { where: '500 $a; 538 $a', like: /playaway|^preloaded/, such: 'Playaway', carrier: 'player', weight: 6 },
  { where: '300 $a', like: LIKE.VIDEO_DISC, such: '1 videodisc', carrier: 'video disc', weight: 4 },
  { where: '338 $a $b', like: /\bvd\b|videodis[ck]/, such: 'videodisc, vd', carrier: 'video disc', weight: 4 },
  { where: '245 $h; 250 $a; 300 $a $b; 346; 347', like: LIKE.DVD, such: '1 DVD', carrier: 'video disc: DVD', weight: 5 },
  { where: '538 $a', like: LIKE.DVD, such: 'DVD', carrier: 'video disc: DVD', weight: 3 },
  { where: '300 $c', like: /\b4 ?3\/4 ?in|\b12 cm/, such: '4 3/4 in.', carrier: 'video disc: DVD', weight: 2 },
  { where: '245 $h; 250 $a; 300 $a $b; 346; 347', like: LIKE.BLU_RAY, such: '1 Blu-ray disc', carrier: 'video disc: Blu-ray', weight: 6 },
  { where: '538 $a', like: LIKE.BLU_RAY, such: 'Blu-ray', carrier: 'video disc: Blu-ray', weight: 4 },
  { where: '300 $a $b; 346; 538 $a', like: LIKE.OTHER_VIDEO_DISC, such: 'laserdisc', carrier: 'video disc: other', weight: 5 },
  { where: '300 $c', like: /\b(?:8|12) ?in|\b(?:20|30) cm/, such: '12 in.', carrier: 'video disc: other', weight: 3 },
  { where: 'year', like: /^(?:1[0-8]|19(?:[0-8]|9[0-6]))/, such: '1989', carrier: 'video disc: other', weight: 1 },
  { where: '300 $a; 346; 538 $a', like: LIKE.VIDEOCASSETTE, such: '1 videocassette', carrier: 'videocassette', weight: 6 },
  { where: '338 $a $b', like: /\bvf\b|video[ck]assette/, such: 'videocassette, vf', carrier: 'videocassette', weight: 5 },
];
