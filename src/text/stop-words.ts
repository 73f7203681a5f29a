const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Function and question words, folded. What is left out on purpose would be a content word in a neighbour language. */
export const ENGLISH_STOP_WORDS = list(`
  a about after again all also am an and any are as at be because been before being below between both but by can
  could d did do does doing done down during each few for from further had has have having he her here hers herself
  him himself his how however i if in into is it its itself just ll may me might more most much my myself no nor not
  of off on once only or other ought our ours ourselves out over own please s same shall she should so some such t
  than that the their theirs them themselves then there these they this those through to too under until up upon us
  very was we were what when where whether which while who whom whose why will with within without would you your
  yours yourself yourselves many tell show give find`);

export const GERMAN_STOP_WORDS = list(`
  ab aber alle allem allen aller alles als also am an andere anderen anderer anderes auch auf aus bei beim bin bis bist
  bitte da dabei dadurch dafur dagegen daher damit danach dann daran darauf daraus darf darin daruber darum darunter das
  dass davon dazu dein deine deinem deinen deiner dem den denen denn der deren des dessen die dies diese diesem diesen
  dieser dieses doch dort du durch ein eine einem einen einer eines er es etwa etwas euch euer eure fur gab gegen
  geworden gibt habe haben hat hatte hatten hattest hier hin hinter hoch ich ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres
  im in indem ins ist ja je jede jedem jeden jeder jedes jene jenem jenen jener jenes jetzt kann kannst kein keine
  keinem keinen keiner keines konnen konnte konnten laut lautet man manche mehr mein meine meinem meinen meiner meines mich
  mir mit muss mussen musste nach namlich nicht nichts noch nun nur ob oder ohne schon sehr sein seine seinem seinen seiner
  seines seit selbst sich sie sind so sobald sollte soll sollen solche sondern sonst soviel soweit sowie um und uns
  unser unsere unserem unseren unserer unter viel viele vom von vor wann war ware waren warum was wegen weil welche
  welchem welchen welcher welches wem wen wenn wer werde werden werdet weshalb wessen wie wieder wieso wieviel will wir
  wird wirst wo wobei wofur woher wohin worden worin wurde wurden wahrend zu zum zur zwar zwischen uber`);

export const SPANISH_STOP_WORDS = list(`
  al algo algun alguna algunas alguno algunos ante antes aquel aquella aquellas aquellos aqui asi aunque cada como con
  contra cual cuales cuando cuanto cuanta cuantos cuantas de del desde donde dos durante el ella ellas ellos en entre
  eran eres es esa esas ese eso esos esta estaba estado estan estas este esto estos fue fueron ha habia han hasta hay
  la las le les lo los mas me mi mis mucho muy nada ni no nos nosotros nuestra nuestro o os otra otras otro otros para
  pero poco por porque que quien quienes se segun ser si sido sin sobre su sus tambien tan tanto te tiene tienen toda
  todas todo todos tu tus un una unas uno unos usted y ya yo`);
