/** What readers type for the headings of literature, arts, hobbies, science and health, in Solr's format. */
export const ARTS_AND_SCIENCES_SYNONYMS = `
# Literature and genres
sci fi, scifi, sf, science fiction
whodunit, whodunits, whodunnit, murder mystery, murder mysteries => detective and mystery stories
mystery, mysteries, crime novels => detective and mystery stories, mystery fiction
detective stories, detective novels => detective and mystery stories, detective and mystery fiction
cozy mystery, cosy mystery, cozy mysteries => cozy mysteries, detective and mystery stories
noir => noir fiction
thriller, thrillers, suspense => suspense fiction, thrillers fiction
spy novels, spy stories => spy stories, spy fiction
love stories, romance novels, romances => love stories, romance fiction
chick lit => chick lit, women fiction
historical novels => historical fiction
westerns, western stories, western novels => western stories, western fiction
horror stories, scary stories, horror novels => horror tales, horror fiction
fantasy novels, fantasy books => fantasy fiction
dystopia, dystopian => dystopias, dystopian fiction
alternate history, alternative history => alternative histories fiction
fairytales, fairy stories => fairy tales
folk tales, folktales => tales, folklore
folklore, legends
myths, mythology
mother goose => nursery rhymes
bedtime stories => bedtime, stories
picture books, picturebooks => picture books for children, picture books
pop up books => toy and movable books
easy readers, early readers, beginning readers => readers primary, beginning reader
ya, young adult, young adults, teen fiction => young adult, young adult fiction
kids, children => juvenile, children s
kids books, children s books => juvenile literature, juvenile fiction
juvenile, children s
poems, poetry
plays, drama
playwrights, dramatists
short story => short stories
speeches, orations => speeches addresses
quotes, famous quotes => quotations
jokes, humor, funny stories => wit and humor, humorous stories
comic books, comics, graphic novels, graphic novel => comic books strips, graphic novels
manga => comic books strips japan, manga
anime => animated television programs, anime
bio, life story => biography
bios, biographies => biography
biopic => biographical films
autobiography, autobiographies, memoirs, memoir => autobiography, personal narratives
diaries, journals
letters, correspondence
true crime => criminals, crime case studies
true stories => personal narratives
travel books, travel writing, travelogue => description and travel, travel
travel guides => guidebooks
book clubs, book groups => book clubs discussion groups
large type, large print
audio books, audiobooks, talking books, books on tape
ebooks, e books, electronic books
nonfiction, non fiction
novels, fiction
bestsellers, best sellers
literary criticism, lit crit => history and criticism
cliff notes, cliffs notes, spark notes => examinations study guides, study guides
anthology, anthologies => anthologies, collections
encyclopedia, encyclopaedia
thesaurus => synonyms and antonyms
grammar => english language grammar
creative writing, fiction writing => creative writing, authorship
writing a novel, writing novels => fiction authorship

# Arts
movies, films, motion pictures
movie, film, motion picture
cinema => motion pictures
movie stars, film stars => motion picture actors and actresses
actresses => actors
film making, filmmaking, movie making => motion pictures production and direction
documentaries => documentary films
cartoons => animated films, caricatures and cartoons
tv, television
tv shows, tv series => television programs
sitcoms => situation comedies television programs
soap operas => television soap operas
theatre, theater
broadway musicals => musicals
dancing, dance
paintings, art => painting
painters => painters, artists
drawing, sketching
photos, photographs, photography
photographers, photography
interior design, interior decorating, home decorating => interior decoration
pottery, ceramics
calligraphy, lettering
origami, paper folding
graffiti => graffiti, street art
impressionists => impressionism art
classical music => music, orchestral music
pop music, popular songs => popular music
rock and roll, rock n roll, rock music
hip hop, rap => rap music, hip hop
country music => country music, country and western
blues => blues music
sheet music => scores, music
violin, fiddle
songs, songbooks => songs, vocal music
carols => carols christmas

# Food, home and hobbies
cooking, cookery, cookbooks, cook books, recipes, recipe, cook book, cookbook
vegetarian recipes => vegetarian cooking
vegan, vegans => vegan cooking, veganism
bbq, barbecue, barbecuing, grilling => barbecuing, barbecue cooking
slow cooker, crock pot, crockpot => electric cooking slow
baking, bread baking => baking, bread
beer, home brewing => beer, brewing
canning, preserving => canning and preserving
diets, dieting, lose weight, weight loss => reducing diets, weight loss
low carb => low carbohydrate diet
gluten free => gluten free diet
indoor plants => house plants
kitchen gardens => vegetable gardening
flower arranging => flower arrangement
diy, do it yourself, home repair, home improvement => do it yourself work, dwellings maintenance and repair
woodworking, carpentry
crocheting, crochet
sewing, dressmaking
quilts, quilting
crafts, handicrafts, handicraft
beads, beading => beadwork
scrapbooks, scrapbooking
jewelry, jewellery
antiques, collectibles
coin collecting => coins
stamp collecting, philately => postage stamps
model trains, model railroads => railroads models
magic tricks, conjuring => magic tricks, magic
brain teasers => puzzles
video games, computer games
dungeons and dragons => fantasy games
genealogy, family history, family tree
weddings, wedding planning => weddings planning
christmas, xmas
halloween, hallowe en
hanukkah, chanukah

# Sports and travel
soccer, association football
american football => football
ping pong, table tennis
biking, cycling, bicycling => cycling, bicycles
bikes, bicycles
motorbikes, motorcycles
exercise, fitness, working out, workouts => exercise, physical fitness
weight lifting, weightlifting, bodybuilding => weight training, bodybuilding
yoga, hatha yoga
mountain climbing, mountaineering
fishing, angling
sailing, sailboats
horse riding, horseback riding => horsemanship
olympics, olympic games
rvs, motorhomes => recreational vehicles

# Science and nature
cars, automobiles, autos, motor cars
car, automobile
car repair, auto repair => automobiles maintenance and repair
trucks, lorries
airplanes, aeroplanes, planes, aircraft => airplanes, aeronautics
airplane, aeroplane
flying, aviation => aeronautics, airplanes piloting
trains, railroads, railways
subways, underground railways
farming, agriculture
cattle, cows
pigs, swine
hens, chickens, poultry => chickens, poultry
bees, beekeeping => bee culture, bees
dog training => dogs training
bunnies, rabbits
bugs, insects
birding, bird watching, birdwatching, birders => bird watching, birds
killer whales, orcas => killer whale
fossils, paleontology
wildflowers => wild flowers
mushrooms, fungi
endangered animals => endangered species, rare animals
environment, environmentalism => environmental protection, environmentalism
global warming, climate change => global warming, climatic changes
climate change, climatic changes
recycling => recycling waste
green living, sustainable living => sustainable living, environmentalism
solar power, solar energy
nuclear power, nuclear energy, atomic energy
atom bomb, atomic bomb, a bomb
weather, meteorology
hurricanes, typhoons
earthquakes, quakes
volcanoes, volcanos
space travel, space flight => interplanetary voyages, space flight
astronauts, cosmonauts
ufo, ufos, flying saucers => unidentified flying objects
aliens, extraterrestrials => extraterrestrial beings, human alien encounters
evolution, natural selection => evolution biology
maths, math, mathematics
physics, quantum physics => physics, quantum theory
chemistry sets => chemistry experiments
science projects, science fair => science projects, science experiments
ai, artificial intelligence
machine learning => machine learning, artificial intelligence
programming, coding => computer programming
internet, world wide web, www
websites, web design => web sites design
social media, facebook => online social networks, social media
cell phones, mobile phones, smartphones
hackers, hacking => computer hackers, computer security
excel, spreadsheets => microsoft excel, electronic spreadsheets

# Health, mind and belief
pregnancy, childbirth, having a baby => pregnancy, childbirth
breast feeding, nursing a baby => breastfeeding
birth control => contraception
change of life => menopause
heart disease, heart attack, heart attacks => heart diseases, coronary heart disease
high blood pressure => hypertension
diabetes, diabetics
alzheimers, alzheimer s, dementia => alzheimer s disease, dementia
aids, hiv => aids disease, hiv infections
flu => influenza
adhd, attention deficit => attention deficit hyperactivity disorder
autism, autistic, aspergers => autism, autism spectrum disorders, asperger s syndrome
ptsd => post traumatic stress disorder
ocd => obsessive compulsive disorder
bipolar, manic depression => manic depressive illness, bipolar disorder
depression => depression mental
anxiety, panic attacks => anxiety, panic disorders
eating disorders, anorexia, bulimia => eating disorders, anorexia nervosa, bulimia
mental illness, mental health
stress => stress psychology, stress management
self help, self improvement => self help techniques, self actualization psychology
mindfulness => mindfulness psychology, meditation
dreams => dreams, dream interpretation
acupuncture, acupressure
herbs, herbal medicine => herbs, herbs therapeutic use
vitamins, supplements => vitamins, dietary supplements
first aid => first aid in illness and injury
doctors, physicians
vets, veterinarians
gospel, gospels
catholics, catholic church
buddhism, buddhists
zen => zen buddhism
hinduism, hindus
muslims => islam
judaism, jewish religion
saints, lives of saints => saints, christian saints
guardian angels => angels
witches, witchcraft
witch trials => trials witchcraft, salem witch trials
astrology, horoscopes
near death => near death experiences
life after death, afterlife => future life
ethics, morals
stoics, stoicism
existentialism, existentialists
atheism, atheists
`;
