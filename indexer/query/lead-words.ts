/** Words around a name in a query, folded, in five languages: "talks by …", "Pastor …", "what does … say about". */

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Kinds of content: next to one of these, even a single word counts as a name. */
export const LEAD_NOUNS = words(
  'talk talks sermon sermons message messages teaching teachings lesson lessons lecture lectures speech speeches episode episodes podcast ' +
    'podcasts video videos interview interviews recording recordings preaching homily homilies series topic topics subject speaker preacher ' +
    'predigt predigten vortrag vortrage rede reden ansprache ansprachen botschaft botschaften andacht andachten lehre lehren folge folgen ' +
    'episoden gesprach gesprache reihe reihen serie thema themen sprecher prediger ' +
    'sermones predica predicas predicacion predicaciones charla charlas mensaje mensajes ensenanza ensenanzas conferencia conferencias ' +
    'episodio episodios ponencia ponencias discurso discursos entrevista entrevistas tema temas predicador orador ' +
    'predication predications enseignement enseignements conference conferences discours expose exposes entretien entretiens theme themes ' +
    'sujet orateur predicateur ' +
    'sermao sermoes pregacao pregacoes palestra palestras mensagem mensagens ensino ensinos estudo estudos assunto pregador',
);

/** Words between such a noun and its speaker. */
export const BY_WORDS = words('by from von vom par por de do da del du');

/** Words that may surround names and nouns without being searched. */
export const LEAD_WORDS = new Set([
  ...LEAD_NOUNS,
  ...BY_WORDS,
  ...words(
    'a an the all any every latest newest recent new of with about on in to for and or show me find search listen ' +
      'der die das den dem alle neue neueste neuesten uber zu zum zur mit aus im und oder zeige mir suche ' +
      'el la los las todo todos todas sobre acerca con en y o ultimo ultimos ultimas muestra buscar ' +
      'le les l d des tous toutes sur avec au aux a propos et ou dernier derniers dernieres cherche ' +
      'as os um uma dos das com em e ou mostra',
  ),
]);

/** Words of questions about a speaker or series, which say nothing about the subject. */
export const QUESTION_WORDS = words(
  'what who where when did do does has have is are was say says said speak speaks spoke talked preach preached preaches teach teaches taught ' +
    'was wer sagt sagte spricht sprach predigt lehrt hat ist ' +
    'que quien dice dijo habla hablo predica ensena es ' +
    'qui quoi dit parle preche enseigne est ' +
    'quem diz disse fala falou prega ensina',
);

/** Words before people's names. */
export const HONORIFICS = words(
  'pastor pastors rev revd reverend dr doctor prof professor mr mrs ms miss sir fr father sr sister br bro brother bishop archbishop pope ' +
    'rabbi elder deacon minister apostle cardinal evangelist canon dean saint st ' +
    'pfarrer pfarrerin pfr pfrin pastorin pater bruder schwester bischof bischofin herr frau ' +
    'padre hermano hermana obispo senor senora don dona pastora doctora hno hna ' +
    'pere frere soeur eveque pasteur pasteure abbe monsieur madame mme ' +
    'irmao irma bispo reverendo reverenda professora doutor doutora',
);

/** Articles at the beginning of a title. */
export const ARTICLES = words('the a an der die das el la los las le les o os');

/** Suffixes after people's names. */
export const NAME_SUFFIXES = words('jr sr ii iii iv phd dd md thd dmin esq');
