/*
 * The everyday words with which readers name formats, audiences and availability in a search, such as `ebooks for kids`.
 * `v1/search/named-values.ts` also reads the names of the formats and languages of a catalog, so they are not here.
 */

import type { LanguageCode } from './locales.js';

/** The formats of words that name several. */
export const FORMAT_GROUPS: Readonly<Record<string, readonly string[]>> = {
  books: ['BK', 'LPRINT', 'PAPERBACK', 'BOARD_BK', 'GRAPHIC_NOVEL', 'EBOOK'],
  audiobooks: ['BOOK_CD', 'EAUDIOBOOK', 'BOOK_CASSETTE'],
  videos: ['DVD', 'BLURAY', 'VIDEO_ONLINE', 'VHS'],
};

/**
 * The words of each language, one meaning per line, as `meaning = words`. A meaning is ids of formats, a group of formats,
 * an audience, which is that of the values with such a word in their names (`Kids`, `Young Adult`), or:
 *
 * - `available`: titles that can be borrowed now.
 * - `beside`: words that are read only beside another such word or after a preposition, because they often have another
 *   meaning: `spanish book` and `dinosaurs for adults`, but not `the book thief`.
 * - `language`: words that may stand next to the name of a language, such as `spanish language`.
 * - `preposition`: words that may stand before a word in `beside`.
 */
export const NAMING_WORDS: Readonly<Record<LanguageCode, string>> = {
  en: `
books = book, books
BK = hardcover, hardcovers, hardback, hardbacks
LPRINT = large print, large type, big print
PAPERBACK = paperback, paperbacks
GRAPHIC_NOVEL = graphic novel, graphic novels, comic, comics, comic book, comic books, manga
EBOOK = ebook, ebooks, e book, e books, electronic book, electronic books
audiobooks = audiobook, audiobooks, audio book, audio books, talking book, talking books, book on cd, books on cd, books on tape
EAUDIOBOOK = eaudiobook, eaudiobooks, e audiobook, e audiobooks
BOOK_CD MUSIC_CD = cd, cds, compact disc, compact discs
DVD = dvd, dvds
BLURAY = blu ray, blu rays, bluray, blurays
videos = movie, movies, film, films, video, videos
MAG MAG_ONLINE = magazine, magazines, journals, periodicals
VIDEO_GAME = video game, video games, videogame, videogames
children = kid, kids, child, children, childrens, juvenile, junior
teenagers = teen, teens, teenager, teenagers, ya, young adult, young adults, adolescents
adults = adult, adults, grownup, grownups, grown ups
available = available, available now
beside = book, kid, child, adult, junior, juvenile, teen, video, videos
language = language
preposition = in, on, for`,
  de: `
books = buch, bücher, büchern
LPRINT = großdruck, grossdruck, großschrift, große schrift, großer schrift
PAPERBACK = taschenbuch, taschenbücher
GRAPHIC_NOVEL = comic, comics
EBOOK = ebook, ebooks, e book, e books
audiobooks = hörbuch, hörbücher, hörbüchern
videos = film, filme, filmen
MAG MAG_ONLINE = zeitschrift, zeitschriften
VIDEO_GAME = videospiel, videospiele, computerspiele, konsolenspiele
children = kinder, kindern
teenagers = jugendliche, jugendlichen, jugend
adults = erwachsene, erwachsenen
available = verfügbar, ausleihbar, verfügbare
beside = buch, jugend
books children = kinderbuch, kinderbücher
books teenagers = jugendbuch, jugendbücher
language = sprache
preposition = auf, für, in`,
  fr: `
books = livre, livres
LPRINT = gros caractères, grands caractères
PAPERBACK = livre de poche, livres de poche
GRAPHIC_NOVEL = bande dessinée, bandes dessinées, bd, romans graphiques, comics
EBOOK = ebook, ebooks, e book, livre numérique, livres numériques, livre électronique, livres électroniques
audiobooks = livre audio, livres audio, audiolivre, audiolivres
videos = film, films
MAG MAG_ONLINE = magazine, magazines, revues
VIDEO_GAME = jeu vidéo, jeux vidéo
children = enfant, enfants, jeunesse
teenagers = ado, ados, adolescent, adolescents
adults = adulte, adultes
available = disponible, disponibles
beside = livre, enfant, jeunesse, adulte
language = langue
preposition = en, pour, sur`,
  es: `
books = libro, libros
LPRINT = letra grande, letras grandes
PAPERBACK = libro de bolsillo, libros de bolsillo
GRAPHIC_NOVEL = cómic, cómics, novela gráfica, novelas gráficas, historietas
EBOOK = ebook, ebooks, e book, libro electrónico, libros electrónicos, libro digital, libros digitales
audiobooks = audiolibro, audiolibros
videos = película, películas
MAG MAG_ONLINE = revista, revistas
VIDEO_GAME = videojuego, videojuegos
children = niño, niños, niña, niñas, infantil, infantiles
teenagers = juvenil, juveniles, jóvenes, adolescentes
adults = adulto, adultos
available = disponible, disponibles
beside = libro, niño, niña, adulto
language = idioma, lengua
preposition = en, para`,
  ru: `
books = книга, книги, книгу, книг
LPRINT = крупный шрифт, крупным шрифтом
GRAPHIC_NOVEL = комикс, комиксы, комиксов
EBOOK = электронная книга, электронные книги, электронную книгу
audiobooks = аудиокнига, аудиокниги, аудиокнигу, аудиокниг
videos = фильм, фильмы, фильмов
MAG MAG_ONLINE = журнал, журналы
VIDEO_GAME = видеоигра, видеоигры
children = дети, детей, детям, детский, детские, детская
teenagers = подростки, подростков, подросткам
adults = взрослые, взрослых, взрослым
available = доступно, доступные, в наличии
beside = книга, книгу, карты, дети, детей
language = язык, языке
preposition = на, для`,
  zh: `
books = 书, 图书, 书籍
LPRINT = 大字, 大字版, 大字本
GRAPHIC_NOVEL = 漫画
EBOOK = 电子书
audiobooks = 有声书, 有声读物
videos = 电影
MAG MAG_ONLINE = 杂志, 期刊
VIDEO_GAME = 电子游戏
children = 儿童, 孩子
teenagers = 青少年
adults = 成人
available = 可借, 在馆, 在架
beside = 书, 孩子`,
};
