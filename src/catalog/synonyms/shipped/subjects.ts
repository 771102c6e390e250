/** What readers type for the subject headings of history, peoples, places and society, in Solr's format. */
export const SOCIETY_SYNONYMS = `
# Wars and periods
ww1, wwi, ww i, world war 1, world war i, world war one, first world war, great war, world war 1914-1918
ww2, wwii, ww ii, world war 2, world war ii, world war two, second world war, world war 1939-1945
civil war => united states history civil war 1861-1865
american civil war => united states history civil war 1861-1865
war between the states => united states history civil war 1861-1865
revolutionary war, american revolution, war of independence => united states history revolution 1775-1783
vietnam war, vietnam conflict => vietnam war 1961-1975
korean war => korean war 1950-1953
gulf war, desert storm => persian gulf war 1991
iraq war => iraq war 2003-2011
boer war => south african war 1899-1902
napoleonic wars => napoleonic wars 1800-1815
cold war => cold war, united states foreign relations soviet union
holocaust, shoah => holocaust jewish 1939-1945
final solution, nazi genocide => holocaust jewish 1939-1945
concentration camps, death camps => world war 1939-1945 concentration camps
d day, normandy landings => world war 1939-1945 campaigns france normandy
great depression, the depression => depressions 1929
middle ages, medieval times, medieval period, dark ages => middle ages, civilization medieval
medieval, mediaeval
renaissance => renaissance, civilization renaissance
enlightenment => enlightenment, age of reason
industrial revolution => industrial revolution, industrialization
ancient rome, roman empire => rome history, civilization classical
ancient greece => greece history, civilization greek
ancient egypt => egypt history, egypt civilization
french revolution => france history revolution 1789-1799
russian revolution, bolshevik revolution, october revolution => soviet union history revolution 1917-1921
old west, wild west => frontier and pioneer life west, west history
pioneers, pioneer days => frontier and pioneer life
gold rush => gold mines and mining, gold discoveries
underground railroad => underground railroad, fugitive slaves
jim crow => african americans segregation, segregation
civil rights movement => african americans civil rights, civil rights movements
9 11, september 11, 911 attacks => september 11 terrorist attacks 2001
war on terror => war on terrorism 2001-2009
covid, covid 19, coronavirus => covid 19 disease, covid 19 pandemic 2020
spanish flu => influenza epidemic 1918-1919
black death, bubonic plague => black death, plague
crusaders => crusades
vikings, norsemen => vikings, northmen
prohibition => prohibition, temperance

# Peoples and languages
native americans, american indians, first nations => indians of north america
native american, american indian => indians of north america
aboriginal peoples, native peoples => indigenous peoples
aborigines => aboriginal australians
eskimos, inuit
gypsies, roma people, romani => romanies
black history, african american history => african americans history
black americans, afro americans, african americans
blacks, black people
latinos, hispanics, hispanic americans, latinx
chicanos => mexican americans
jewish people, jews
moslems, muslims
quakers, society of friends
gays, gay people, homosexuals => gays, gay people
lgbt, lgbtq, lgbtqia, queer => sexual minorities, gays
transgender, transsexual, trans people => transgender people
refugees, asylum seekers
immigrants, immigration => emigration and immigration, immigrants
illegal aliens, undocumented immigrants, illegal immigrants => noncitizens
homeless, homelessness => homeless persons, homelessness
disabled, handicapped, disabilities => people with disabilities
blind, visually impaired => blind, people with visual disabilities
elderly, seniors, senior citizens, old people => older people
teens, teenagers, adolescents => teenagers, youth
toddlers, preschoolers => preschool children, toddlers
babies, infants
moms, mothers
dads, fathers
grandma, grandmothers
grandpa, grandfathers
learn french, speak french, french lessons => french language
learn german, speak german => german language
learn spanish, speak spanish, spanish lessons => spanish language
learn italian, speak italian => italian language
learn russian, speak russian => russian language
learn chinese, speak chinese, learn mandarin => chinese language
learn japanese, speak japanese => japanese language
learn arabic, speak arabic => arabic language
learn portuguese, speak portuguese => portuguese language
learn korean, speak korean => korean language
learn latin => latin language
learn english, esl, efl, esol => english language textbooks for foreign speakers, english language
mandarin => chinese language
sign language, asl => american sign language, sign language

# Places
us, u.s. => united states
usa, u.s.a., america, united states of america => united states
uk, u.k., britain => great britain, united kingdom
great britain, united kingdom
ussr, u.s.s.r. => soviet union
uae => united arab emirates
nyc, new york city => new york n y, new york
la, l.a. => los angeles calif
dc, washington dc => washington d c
holland, netherlands
burma, myanmar
persia, iran
ceylon, sri lanka
siam, thailand
zaire => congo democratic republic
czechoslovakia, czech republic => czech republic, czechoslovakia
peking, beijing
bombay, mumbai
calcutta, kolkata
madras, chennai
saigon, ho chi minh city
constantinople => istanbul
leningrad, st petersburg => saint petersburg
kiev, kyiv
far east, east asia
near east, middle east
outer space, space exploration => outer space exploration
prc => china
eu => european union
un, u.n. => united nations
nato => north atlantic treaty organization
cia, c.i.a. => united states central intelligence agency
fbi, f.b.i. => united states federal bureau of investigation
nasa => united states national aeronautics and space administration
supreme court => united states supreme court
congress => united states congress
white house => white house washington d c

# Society, law and work
politics, political science, government => politics and government
elections, voting
presidents, us presidents => presidents united states
first ladies => presidents spouses
royals => kings and rulers
voting rights, right to vote => suffrage
suffragettes, suffragists => women suffrage
women s rights, womens lib, women s liberation => women s rights, feminism
feminism, women s movement
capital punishment, death penalty
prisons, jails
cops => police
detectives, private eyes, private investigators => private investigators, detectives
gangsters, mafia, mob => organized crime, mafia, gangsters
serial killers => serial murderers
killers => murderers
kidnapping, abduction
young offenders => juvenile delinquency
drug addiction, drug abuse, substance abuse
drinking problem => alcoholism
drunk driving => drinking and traffic accidents
child abuse, child neglect
domestic violence, spousal abuse, wife abuse => family violence, abused women
sexual abuse, sexual assault, rape => rape, sex crimes
euthanasia, assisted suicide
gun control => firearms law and legislation
guns => firearms
lawyers, attorneys
wills, estate planning => estate planning, wills
jobs, job hunting, job search, careers => job hunting, vocational guidance
resumes, cv, curriculum vitae => resumes employment
job interviews => employment interviewing
unions, trade unions, labor unions
small business, startups => small business, new business enterprises
entrepreneurs, entrepreneurship
bosses => management
bookkeeping, accounting
investing, investments, stock market => investments, stocks
personal finance, money management => finance personal
retirement => retirement planning
taxes, taxation
real estate, house buying => real property, house buying
mortgages, home loans => mortgage loans
salesmanship, selling
advertising, marketing
bankruptcy, insolvency
welfare, social security => public welfare, social security
charity, philanthropy => charities
nonprofits => nonprofit organizations
volunteers, volunteering => voluntarism
etiquette, manners
separation => divorce
adoption, adopted children
parenting, child rearing, raising children => child rearing, parenting
child care, babysitting, day care => child care, babysitting
dating => dating social customs
grief, bereavement, mourning
funerals, burials => funeral rites and ceremonies
bullying, bullies
homeschooling => home schooling
college, university, higher education => universities and colleges, education higher
tests, exams, test prep => examinations study guides
sat, sats => sat educational test
ged => general educational development tests, high school equivalency examinations
toefl => test of english as a foreign language
citizenship test => citizenship, naturalization
drivers license, driving test => automobile drivers tests
learn to read, phonics => reading phonetic method, readers primary
abc books, alphabet books => alphabet books, alphabet
newspapers, journalism
cities, towns, urban life => cities and towns, city and town life
country life, rural life => country life, farm life
`;
