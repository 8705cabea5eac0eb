/** Detects the language of a text by its common words: function words, and frequent search words. */
import { QUOTED, lowerCaseWords } from './analyze.js';
import { fold } from './fold.js';
import type { ForeignLanguage, DetectableLanguage } from './search-languages.js';

/** Words that say little by themselves, by language (ISO 639-1), lower-case. A word of several languages is listed with each. */
const FUNCTION_WORDS: Readonly<Record<string, string>> = {
  de:
    'der die das den dem des ein eine einen einem einer eines und oder aber nicht kein keine keinen ist sind bin bist war waren wäre sein ' +
    'seine seinen seinem seiner ihr ihre ihren ihrem ihrer ich du er sie es wir mich dich sich uns euch mir dir ihm ihn ihnen mein meine ' +
    'meinen meinem meiner dein deine unser unsere unseren euer zu zum zur im in am an auf aus bei beim mit nach von vom vor für über unter ' +
    'durch ohne gegen um als wie wer wo was wann warum wieso weshalb welche welcher wem wen dass daß ob wenn weil damit auch nur noch ' +
    'schon sehr mehr hat habe haben hatte wird werden wurde kann können konnte muss müssen soll sollen darf dürfen will wollen macht ' +
    'machen gibt sagt heißt so man alle alles andere diese dieser dieses zwischen wegen heute immer nie bis',
  es:
    'el la los las lo un una unos unas y e o u pero no ni de del al a en con por para sin sobre entre hasta desde según contra ante bajo ' +
    'que qué quién quien quiénes cuál cuándo cuando cómo como dónde donde porque si sí es son era fue ser soy eres somos está están estoy ' +
    'estar hay ha he han había tiene tengo tener puede puedo pueden poder debe debo hacer hace hacen dice yo tú él ella ellos ellas ' +
    'nosotros usted ustedes me te se nos le les mi mis tu tus su sus nuestro nuestra nuestros este esta estos estas ese esa esto eso ' +
    'aquel más muy también ya cada todo toda todos todas otro otra cuando mucho mucha nunca siempre',
  fr:
    'le la les l un une des du de d et ou mais ne pas ni que qu qui quoi quel quelle quels quelles quand comment où pourquoi si est sont ' +
    'suis es êtes sommes était étaient être été a ai as ont avons avez avait avoir peut peux peuvent pouvoir doit dois devons faire fait ' +
    'faut dit je j tu il elle on nous vous ils elles me te se lui leur leurs moi toi soi mon ma mes ton ta tes son sa ses notre nos votre ' +
    'vos ce cet cette ces c cela ça au aux à en dans par pour sur sous avec sans entre vers chez contre depuis plus très aussi tout ' +
    'toute tous toutes autre autres comme même jamais toujours',
  pt:
    'o a os as um uma uns umas e ou mas não nem de do da dos das ao à aos às em no na nos nas num numa com por pelo pela para pra sem ' +
    'sobre entre até desde contra que quem qual quais quando como onde porque porquê se é são era foi ser sou somos está estão estou estar ' +
    'há tem têm tenho ter pode posso podem poder deve devo fazer faz diz eu tu ele ela eles elas nós você vocês me te lhe meu minha meus ' +
    'minhas teu tua seu sua seus suas nosso nossa este esta estes estas esse essa isso isto aquele mais muito também já cada todo toda ' +
    'todos todas outro outra nunca sempre',
  it:
    'il lo la i gli le l un uno una e ed o ma non né di del dello della dei degli delle a al allo alla ai agli alle da dal dalla in nel ' +
    'nella nei nelle con su sul sulla per tra fra che chi cui quale quali quando come dove perché se è sono era erano essere sei siamo ' +
    'ha ho hanno abbiamo aveva avere può posso possono deve devo fare fa dice io tu lui lei noi voi loro mi ti si ci vi mio mia miei tuo ' +
    'tua suo sua suoi nostro nostra questo questa questi quello quella più molto anche già ogni tutto tutti altro altra mai sempre senza',
  nl:
    'de het een en of maar niet geen van voor met op in aan bij uit over onder door zonder tegen tussen naar om tot als dan dat die deze ' +
    'dit wat wie waar wanneer waarom hoe welke is zijn ben bent was waren wordt worden werd heeft heb hebben had kan kunnen moet moeten ' +
    'mag zal zullen wil willen doen doet gaat zegt ik jij je hij zij ze we wij jullie mij hem haar ons onze mijn jouw hun zich er ook ' +
    'nog al zo meer zeer alle alles andere te',
} satisfies Record<DetectableLanguage, string>;

/** Further words that say little by themselves. They tell languages less reliably: several have most of them. */
const FURTHER_FUNCTION_WORDS: Readonly<Record<string, string>> = {
  de:
    'aber ab also andere anderen anderer anderes beide beiden bevor bisschen brauche brauchen braucht da dabei dadurch dafür dagegen daher dahin ' +
    'damals danach dann darauf daraus darin darum darüber davon dazu denn derselbe deshalb doch dort dorthin eben eher eigentlich einfach einige ' +
    'einmal etwas falls fast ganz gar geben gehe gehen geht gegenüber genau gerade gern gleich hab halt her hier hin hinter indem irgend ja je jede ' +
    'jeden jedem jeder jedes jedoch jemals jemand jemandem jemanden jene jetzt komme kommen kommt könnte lasse lassen lässt los mal manche mehrere ' +
    'möchte mag mögen umgehe umgehen umgeht nachdem neben nein nichts nie niemals niemand nun ob obwohl ohnehin oft paar schließlich seit selbst selber sobald sogar solche ' +
    'somit sondern sonst soweit sowie statt trotz trotzdem tue tun tut umso usw viel viele vielen vielleicht während weder weg weiter wenig wenige ' +
    'werde werdet wirklich wobei wodurch wohl womit wollte worden worüber würde würden ziemlich zuerst zurück zusammen zwar',
  es:
    'además adonde ahí ahora algo alguien algún alguna algunas alguno algunos allá allí alrededor ambos antes apenas aquella aquellas aquello aquellos ' +
    'aquí así aunque bastante bien cabe casi causa cerca cierto cosa cosas cual cuales cualquier cuanto cuánto cuyo dar dado demás dentro después detrás ' +
    'durante él encima enfrente entonces excepto fin fuera hacia haber hacía hago igual incluso ir junto lejos luego mas mediante mejor menos ' +
    'lidiar lidio manejar manejo mientras mío mía mismo misma mismos mismas modo nada nadie ningún ninguna ninguno nuevo nunca pues puesto querer quiero quiere quizá quizás saber ' +
    'sé sabe salir salvo sea seguir según sería si sido siendo siguiente sino sólo solo suyo tal tales tampoco tan tanto tantos tenemos tienen tienes ' +
    'tras través va vamos van varias varios veces ver vez voy vuestro',
  fr:
    'afin gérer gère ailleurs ainsi aller alors ancien après assez aucun aucune aujourd aujourd’hui auquel aussitôt autour avant beaucoup bien bientôt car cause ' +
    'celle celles celui certain certaine certains cependant ceux chacun chaque chose choses combien comment cet cette davantage deçà dedans dehors déjà ' +
    'derrière dès desquels dessous dessus deux devant donc dont durant elles encore enfin ensuite envers environ est etc eux excepté façon fois font ' +
    'furent hors hui ici jusqu jusque là laquelle lequel lesquels loin lors lorsque malgré mal mieux moins moyen ni non nôtre nulle outre parce parfois ' +
    'parmi partout passé pendant personne peu plupart plusieurs plutôt près presque puis puisque quelqu quelque quelques quoique rien sauf sait savoir ' +
    'selon sera serait seul seulement sinon soit soudain souvent suivant surtout tant tel telle telles tels tellement tandis toujours toutefois trop un ' +
    'va vais vers veut veux voici voilà voir vont vouloir vraiment vu',
  pt:
    'acerca afora agora ainda além algo alguém algum alguma algumas alguns ali antes apenas após aquela aquelas aqueles aquilo aqui assim através atrás ' +
    'lidar lidamos bastante bem cada causa cerca certo coisa coisas cujo dar dá daquele daquela daquilo debaixo demais dentro depois dessa desse desta deste detrás ' +
    'devido disso disto durante eis embora enquanto então excepto exceto faço fica ficar fora graças haver hoje ir isto já junto lá logo longe maior mal ' +
    'mediante meio melhor menos mesma mesmas mesmo mesmos nada naquela naquele naquilo nela nele nenhum nenhuma nessa nesse nesta neste ninguém nisso ' +
    'nisto onde ora outrem outrora pois porém porquanto portanto pouco poucos próprio próximo quaisquer qualquer quanto quantos quase quer querer quero ' +
    'saber sabe sei sair salvo seja senão ser si sido só tais tal talvez tampouco tanto tão tua tudo vai vamos vão vários ver vez vezes vos vou',
} satisfies Record<ForeignLanguage, string>;

/** Frequent search words by language, lower-case; those of English include function words. */
const SUBJECT_WORDS: Readonly<Record<string, string>> = {
  en:
    'the of and to a in is it that i you he she we they me him her us them my your his our their its this these those for with as was on are ' +
    'be at by not from have has had been being were am do does did done will would shall should can could may might must which who whom ' +
    'whose what when where why how there here if or but so than then because about into over under after before between through during ' +
    'without against within upon all any each every some no nor only very more most much many such other out up down off again once ' +
    'one two an man men son die war god lord life love let say said says come go get make made take know see want need ' +
    'people day days time way thing things like when while until unto thou thee thy ye hath doth o ' +
    'jesus christ sermon grace saint bible sin angst hope door hat bin hem ai plus comment pour non pace pain est tempo',
  de:
    'gott gottes herr herrn jesus christus geist heilige heiligen bibel glaube glauben gnade liebe lieben leben gebet beten hoffnung ' +
    'vergebung vergeben sünde tod angst predigt kirche gemeinde kinder ehe freude friede frieden wort menschen mensch sohn ' +
    'vater mutter bruder welt zeit herz seele',
  es:
    'dios señor jesús jesucristo cristo espíritu santo biblia fe gracia amor amar vida vivir oración orar esperanza perdón perdonar pecado ' +
    'muerte miedo sermón iglesia hijo hijos matrimonio alegría paz palabra hombre mundo padre madre hermano tiempo ' +
    'corazón alma',
  fr:
    'dieu seigneur jésus christ esprit saint bible foi grâce amour aimer vie vivre prière prier espérance pardon pardonner péché mort ' +
    'peur sermon prédication église enfant enfants mariage joie paix parole homme monde père mère frère fils temps ' +
    'cœur coeur âme',
  pt:
    'deus senhor jesus cristo espírito santo bíblia fé graça amor amar vida viver oração orar esperança perdão perdoar pecado morte medo ' +
    'sermão pregação igreja filho filhos casamento alegria paz palavra homem mundo pai mãe irmão ' +
    'tempo coração alma',
  it:
    'dio signore gesù cristo spirito santo bibbia fede grazia amore amare vita vivere preghiera pregare speranza perdono perdonare ' +
    'peccato morte paura sermone chiesa figlio figli matrimonio gioia pace parola uomo mondo padre madre fratello tempo cuore anima',
  nl:
    'god heer jezus christus geest heilige bijbel geloof geloven genade liefde leven gebed bidden hoop vergeving vergeven zonde dood angst ' +
    'preek kerk gemeente kinderen huwelijk vreugde vrede woord mens mensen zoon vader moeder broer wereld tijd ziel',
} satisfies Record<'en' | DetectableLanguage, string>;

/** Letters that English does not have. */
const LETTERS: Readonly<Record<string, string>> = {
  de: 'äöüß',
  es: 'áéíóúñü',
  fr: 'àâçéèêëîïôûùüÿœ',
  pt: 'ãõáâàçéêíóôúü',
  it: 'àèéìòù',
  nl: 'ëïéöü',
} satisfies Record<DetectableLanguage, string>;
export const ENGLISH = 'en';

/** `pt` of `pt-BR`. */
export const primarySubtag = (tag: string | null | undefined): string | undefined =>
  tag?.split('-', 1)[0]!.toLowerCase();
/**
 * Minimum length of words that are also recognised without accents, which people often omit: shorter ones would
 * become other words ("für", "où").
 */
const MIN_FOLDED = 4;

const languagesByWord = new Map<string, string[]>();
const functionWords = new Map<string, ReadonlySet<string>>();
const formsOf = (words: string): string[] =>
  words.split(' ').flatMap((word) => (word.length >= MIN_FOLDED ? [word, fold(word)] : [word]));
for (const [language, words] of Object.entries(SUBJECT_WORDS)) {
  const functions = FUNCTION_WORDS[language];
  if (functions)
    functionWords.set(language, new Set(formsOf(`${functions} ${FURTHER_FUNCTION_WORDS[language] ?? ''}`)));
  for (const form of new Set(formsOf(functions ? `${functions} ${words}` : words))) {
    const known = languagesByWord.get(form) ?? [];
    if (!known.includes(language)) languagesByWord.set(form, [...known, language]);
  }
}

export interface TextLanguages {
  /**
   * ISO 639-1: one if the words distinguish it from all others, several if they leave a choice, none if the text
   * could be in any language, such as names and single words.
   */
  languages: string[];
  /** False if a single word decides. */
  isCertain: boolean;
}

/** Minimum number of significant words for certainty. */
const MIN_WORDS = 2;
/** Minimum share of the words that the language must account for. */
const MIN_SHARE = 1 / 3;
/** Minimum ratio of foreign to English words. */
const LEAD = 2;
const NOTHING: TextLanguages = { languages: [], isCertain: false };

/** Whether the word is a common word of one of the languages. @param word lower-case */
export const isWordOf = (word: string, languages: readonly string[]): boolean =>
  languagesByWord.get(word)?.some((language) => languages.includes(language)) ?? false;

/** What is left of a word before an apostrophe or a hyphen: "l'amour", "y a-t-il". */
const ELIDED = /^(?:\p{L}|qu)$/u;

/** Whether the word says little by itself; never of English words. @param word lower-case */
export const isFunctionWord = (word: string, language: string): boolean => {
  const words = functionWords.get(language);
  return words !== undefined && (words.has(word) || ELIDED.test(word));
};

/** The language of a query, ISO 639-1; null if uncertain. Ignores quoted parts, which may be in any language. */
export const queryLanguage = (query: string): string | null =>
  certainLanguage(languagesOf(lowerCaseWords(query.replace(QUOTED, ' '))));

/** The language that the words of a query alone tell, else English. Costs microseconds. */
export const likelyLanguage = (query: string): string => queryLanguage(query) ?? ENGLISH;

/** The language that the words of a text tell, ISO 639-1; null if uncertain. */
export const certainLanguage = ({ languages, isCertain }: TextLanguages): string | null =>
  isCertain && languages.length === 1 ? languages[0]! : null;

/** The possible languages of a text. @param words lower-case */
export function languagesOf(words: readonly string[]): TextLanguages {
  const counts = new Map<string, number>();
  /** Words that English does not have, by language. */
  const foreign = new Map<string, Set<string>>();
  const english = new Set<string>();
  const onlyEnglish = new Set<string>();
  for (const word of words) {
    const languages = languagesOfWord(word);
    for (const language of languages) counts.set(language, (counts.get(language) ?? 0) + 1);
    if (languages.includes(ENGLISH)) english.add(word);
    if (languages.length === 1 && languages[0] === ENGLISH) onlyEnglish.add(word);
    if (word.length > 1 && !languages.includes(ENGLISH))
      for (const language of languages) foreign.set(language, (foreign.get(language) ?? new Set()).add(word));
  }
  const most = Math.max(0, ...counts.values());
  if (words.length < MIN_WORDS || most < words.length * MIN_SHARE) return NOTHING;
  const best = [...counts].filter(([, count]) => count === most).map(([language]) => language);
  if (best.includes(ENGLISH)) {
    const isCertain = best.length === 1 && english.size >= MIN_WORDS && onlyEnglish.size > 0;
    return isCertain ? { languages: best, isCertain } : NOTHING;
  }
  const evidence = best.map((language) => foreign.get(language)?.size ?? 0);
  const least = Math.max(1, LEAD * onlyEnglish.size);
  return {
    languages: best.filter((_, at) => evidence[at]! >= least),
    isCertain: Math.max(...evidence) >= Math.max(MIN_WORDS, least),
  };
}

function languagesOfWord(word: string): readonly string[] {
  const listed = languagesByWord.get(word);
  if (listed) return listed;
  const special = Array.from(word).filter((letter) => letter > '\u007f');
  if (special.length === 0) return [];
  return Object.keys(LETTERS).filter((language) =>
    special.every((letter) => LETTERS[language]!.includes(letter)),
  );
}
