/** Names of people and titles as readers type them, in Solr's format. */
export const NAME_SYNONYMS = `
# Pen names and other names of authors
mark twain, samuel clemens, samuel langhorne clemens
twain mark, clemens samuel
george eliot, mary ann evans, marian evans
lewis carroll, charles lutwidge dodgson, charles dodgson
george orwell, eric blair, eric arthur blair
dr seuss, doctor seuss, theodor seuss geisel, theodor geisel
o henry, william sydney porter
jk rowling, j k rowling, robert galbraith
stephen king, richard bachman
agatha christie, mary westmacott
ruth rendell, barbara vine
nora roberts, j d robb, jd robb
isak dinesen, karen blixen
george sand, aurore dudevant
voltaire, francois marie arouet
stendhal, henri beyle, marie henri beyle
moliere, jean baptiste poquelin
saki, h h munro, hector hugh munro
john le carre, david cornwell
james herriot, alf wight
anne rice, a n roquelaure
joyce carol oates, rosamond smith
pablo neruda, neftali reyes
novalis, friedrich von hardenberg
jean paul, johann paul friedrich richter
currer bell => charlotte bronte
ellis bell => emily bronte
acton bell => anne bronte
lemony snicket, daniel handler
tolstoy, tolstoi
dostoevsky, dostoyevsky, dostoevskii, dostoievski, dostojewski
chekhov, chekov, tchekhov, tschechow
turgenev, turgenieff, tourgueniev, turgenjew
pushkin, pouchkine, puschkin
gogol, gogol nikolai
tchaikovsky, tschaikowsky, chaikovskii
gorky, gorki, gorkii
rimsky korsakov, rimskii korsakov
shakespeare, shakspere
confucius, kongzi, kong fuzi
mencius, mengzi
lao tzu, laozi, lao tse
sun tzu, sunzi, sun tse
mao zedong, mao tse tung
chiang kai shek, jiang jieshi
li po, li bai
tu fu, du fu
gandhi, mahatma gandhi, mohandas gandhi
mlk, martin luther king, martin luther king jr
jfk, john f kennedy, john fitzgerald kennedy
fdr, franklin d roosevelt, franklin delano roosevelt
teddy roosevelt => theodore roosevelt
abe lincoln => abraham lincoln
malcolm x, malik el shabazz
muhammad ali, cassius clay
che guevara, ernesto guevara
mother teresa, mother theresa
joan of arc, jeanne d arc
avicenna, ibn sina
averroes, ibn rushd
cicero, tully

# Titles
lotr => lord of the rings
hitchhikers guide, hitchhiker s guide, hhgttg => hitchhiker s guide to the galaxy
asoiaf, game of thrones => song of ice and fire, game of thrones
narnia => chronicles of narnia
lww => lion the witch and the wardrobe
tkam => to kill a mockingbird
les mis, les miz => les miserables
alice in wonderland, alice s adventures in wonderland
through the looking glass => through the looking glass and what alice found there
huck finn, huckleberry finn => adventures of huckleberry finn
tom sawyer => adventures of tom sawyer
robinson crusoe => life and adventures of robinson crusoe, robinson crusoe
gulliver s travels => travels into several remote nations of the world, gulliver s travels
wizard of oz => wonderful wizard of oz
jekyll and hyde, dr jekyll and mr hyde => strange case of dr jekyll and mr hyde
sherlock holmes stories => adventures of sherlock holmes
frankenstein => modern prometheus, frankenstein
scrooge => christmas carol
peter pan => peter and wendy, peter pan
winnie the pooh, pooh bear
hunchback of notre dame => notre dame de paris
phantom of the opera, fantome de l opera
three musketeers, trois mousquetaires
count of monte cristo, comte de monte cristo
in search of lost time, remembrance of things past => a la recherche du temps perdu
the stranger, the outsider => l etranger
l etranger => the stranger, the outsider
the little prince => le petit prince
little prince, petit prince
the plague => la peste
la peste => the plague
the trial => der prozess
der prozess => the trial
metamorphosis => die verwandlung
die verwandlung => metamorphosis
all quiet on the western front, im westen nichts neues
don quixote, don quijote
arabian nights, thousand and one nights, 1001 nights, one thousand and one nights
aladdin => arabian nights
divine comedy, divina commedia
dante s inferno => divine comedy
the prince => il principe
il principe => the prince
war and peace, voina i mir
crime and punishment, prestuplenie i nakazanie
brothers karamazov, bratia karamazovy
koran, quran, qur an
tao te ching, dao de jing, daodejing
i ching, yi jing, book of changes
analects => lun yu, analects
xi you ji, monkey king => journey to the west
dream of the red chamber, hong lou meng, story of the stone
romance of the three kingdoms, san guo yan yi, three kingdoms
water margin, shui hu zhuan, outlaws of the marsh
sunzi bing fa => art of war
tale of genji, genji monogatari
gilgamesh => epic of gilgamesh
iliad, ilias
odyssey, odyssea
aeneid, aeneis
bhagavad gita, bhagavadgita
torah, pentateuch
new testament => bible new testament
old testament => bible old testament
holy bible, bible
king james bible, kjv => bible authorized
psalms => bible psalms
communist manifesto => manifest der kommunistischen partei, communist manifesto
das kapital => kapital
origin of species => on the origin of species
anne frank s diary => diary of a young girl
nat geo, national geographic
`;

/** Abbreviations, spelling variants and words of other languages, in Solr's format. */
export const WORD_SYNONYMS = `
# Abbreviations
dr, doctor
mr, mister
st, saint
ste, sainte
mt, mount
ft, fort
vol, volume
vols, volumes
dept, department
govt, government
intro, introduction
assoc, association
univ, university
bros, brothers
jr, junior
sr, senior
prof, professor
gen, general
capt, captain
sgt, sergeant
lt, lieutenant
rev, reverend
hon, honourable
mts, mountains
vs, versus
cd, compact disc
bluray, blu ray

# Spelling pairs that follow no rule
gray, grey
theatre, theater
theatres, theaters
centre, center
centres, centers
fibre, fiber
metre, meter
litre, liter
sabre, saber
sombre, somber
spectre, specter
calibre, caliber
lustre, luster
catalogue, catalog
catalogues, catalogs
dialogue, dialog
dialogues, dialogs
analogue, analog
programme, program
programmes, programs
cheque, check
defence, defense
offence, offense
licence, license
practise, practice
sceptic, skeptic
scepticism, skepticism
plough, plow
ploughs, plows
mould, mold
moulds, molds
moustache, mustache
pyjamas, pajamas
aluminium, aluminum
sulphur, sulfur
kerb, curb
jewellers, jewelers
traveller, traveler
travellers, travelers
travelling, traveling
marvellous, marvelous
woollen, woolen
councillor, councilor
counsellor, counselor
counselling, counseling
modelling, modeling
enrol, enroll
fulfil, fulfill
skilful, skillful
instalment, installment
archaeology, archeology
archaeological, archeological
archaeologists, archeologists
paediatric, pediatric
paediatrics, pediatrics
gynaecology, gynecology
anaesthesia, anesthesia
haematology, hematology
orthopaedic, orthopedic
leukaemia, leukemia
oesophagus, esophagus
foetus, fetus
diarrhoea, diarrhea
aesthetics, esthetics
encyclopaedias, encyclopedias
manoeuvre, maneuver
mediaeval, medieval
draught, draft
draughts, checkers
axe, ax
whisky, whiskey
doughnut, donut
doughnuts, donuts
yogurt, yoghurt
ketchup, catsup
judgement, judgment
acknowledgement, acknowledgment
ageing, aging
enquiry, inquiry
gaol, jail
czar, tsar, tzar
czars, tsars
tsarina, czarina
muslim, moslem
rumania, roumania, romania
tibet, thibet
hindu, hindoo
genghis khan, chingis khan, jenghiz khan
kaiser wilhelm => william ii german emperor
vampyre, vampire
faery, fairy
fairies, faeries
gipsy, gypsy
cosy, cozy
disc, disk
adviser, advisor
per cent, percent
cook book, cookbook
web site, website
web sites, websites
health care, healthcare
child care, childcare
day care, daycare
after life, afterlife
folk lore, folklore
life style, lifestyle
book keeping, bookkeeping
fire fighters, firefighters, firemen
policemen, police officers
mailmen, letter carriers
stewardesses, flight attendants
vacations, holidays
petrol, gasoline
nappies, diapers
prams, baby carriages
cookies, biscuits
zucchini, courgette, courgettes
eggplant, aubergine, aubergines
cilantro, coriander
corn, maize
mum, mom
mums, moms

# French
bd, bandes dessinées => bandes dessinées, bande dessinée
polar, polars, romans policiers => romans policiers, roman policier
ciné, cinéma
bouquins => livres
recettes de cuisine => cuisine, recettes
grande guerre, première guerre mondiale => guerre mondiale 1914-1918
deuxième guerre mondiale, seconde guerre mondiale => guerre mondiale 1939-1945
usa => états unis
contes de fées => contes, contes de fées
livres jeunesse => livres pour enfants, littérature de jeunesse

# German
krimi, krimis => kriminalroman, kriminalromane, kriminalgeschichte
kochbuch, kochbücher => kochbuch, kochen
comics, comic => comic, comics
zweiter weltkrieg, 2 weltkrieg => weltkrieg 1939-1945
erster weltkrieg, 1 weltkrieg => weltkrieg 1914-1918
nazizeit, drittes reich => nationalsozialismus, drittes reich
ddr => deutsche demokratische republik
brd => bundesrepublik deutschland
photographie, fotografie
phantasie, fantasie
delphin, delfin

# Spanish
novela negra, novelas negras => novela policiaca, novela negra
novelas policiacas, novela policial => novela policiaca
cuentos infantiles => cuentos, literatura infantil
recetas, recetas de cocina => cocina, recetas
segunda guerra mundial => guerra mundial 1939-1945
primera guerra mundial => guerra mundial 1914-1918
ee uu, eeuu, estados unidos
cómics, historietas, tebeos
guerra civil española => españa historia guerra civil 1936-1939

# Russian
вов, великая отечественная => великая отечественная война
детектив, детективы => детективные романы, детектив
ссср, советский союз
сша, соединенные штаты америки
кулинария, рецепты
кино, кинематограф
стихи, поэзия
народные сказки => сказки
нф, научная фантастика

# Chinese
二战, 二次大战 => 第二次世界大战
一战 => 第一次世界大战
科幻, 科幻小说
武侠, 武侠小说
侦探, 推理小说 => 侦探小说, 推理小说
电影, 影片
菜谱, 食谱
漫画, 连环画
`;
