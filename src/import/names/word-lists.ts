/** Words of file names that are neither title nor name, folded, in five languages. */

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** When on a day something takes place. */
export const TIMES_OF_DAY = words(
  'am pm morning evening afternoon noon midday night early late first second third service ' +
    'morgen morgens vormittag vormittags nachmittag nachmittags abend abends mittag fruh spat uhr erster zweiter gottesdienst ' +
    'manana tarde noche mediodia primer segundo culto servicio ' +
    'matin matinee soir soiree midi apres premier second culte messe ' +
    'manha noite meio dia primeiro segundo missa ' +
    'sunday monday tuesday wednesday thursday friday saturday sun mon tue wed thu fri sat ' +
    'sonntag montag dienstag mittwoch donnerstag freitag samstag sonnabend so mo di mi do fr sa ' +
    'domingo lunes martes miercoles jueves viernes sabado dimanche lundi mardi mercredi jeudi vendredi samedi',
);

/** Names of days and services of which one of these is a part, as two folded words. */
export const NAMES_OF_DAYS: ReadonlySet<string> = new Set(
  (
    'good friday, ash wednesday, spy wednesday, maundy thursday, holy thursday, holy saturday, shrove tuesday, ' +
    'easter sunday, easter monday, palm sunday, passion sunday, trinity sunday, mothering sunday, ' +
    'whit sunday, whit monday, advent sunday, pentecost sunday, remembrance sunday, ' +
    'heiliger abend, erster advent, zweiter advent, ' +
    'lunes santo, martes santo, miercoles santo, jueves santo, viernes santo, sabado santo, ' +
    'lundi saint, mardi saint, mercredi saint, jeudi saint, vendredi saint, samedi saint'
  ).split(', '),
);

/** Kinds of content and of files. */
export const KINDS = words(
  'sermon sermons homily message talk teaching lecture audio video recording full raw edited final master mix live stream livestream ' +
    'mp3 mp4 wav hd web podcast worship ' +
    'predigt predigten ansprache andacht vortrag aufnahme ton bild bibelstunde ' +
    'predicacion predica mensaje homilia charla grabacion ' +
    'predication preche homelie enregistrement ' +
    'sermao pregacao mensagem palestra gravacao',
);

/** Those that are as likely to be a word of a title. */
export const ORDINARY_KINDS = words(
  'message talk teaching recording full raw edited final master mix live stream web worship ton bild mensaje mensagem',
);

/** Join words to one expression: "sermon on the mount", "called to service". */
export const JOINING = words(
  'a an the of on to for in into and my his her our your is no not ' +
    'der die das den dem des ein eine im am zu zum zur auf und mein unser von ' +
    'el la los las un una de del en y mi su al ' +
    'le les des du au aux sur dans et mon notre ' +
    'o os as um uma do da dos das em no na e meu nosso',
);

/** Before a surname, folded. */
export const PARTICLES = words('van von der den de del della di da do dos das du la le bin ibn zu');

export const AND = words('and und y e et');
/** Between a talk and who gives it. */
export const BY = words('by von por par de');
/** Between a talk and who takes part in it. */
export const WITH = words('with mit con com avec feat ft');

/** Words of organisations, which are artists in tags although they do not speak. */
export const ORGANISATION =
  /\b(?:church|chapel|cathedral|ministr\w+|fellowship|congregation|community|parish|podcast|radio|records|unknown|various|artists?|kirche|gemeinde|kapelle|iglesia|capilla|église|eglise|paroisse|igreja|capela|paróquia|unbekannt\w*|verschiedene)\b/iu;
