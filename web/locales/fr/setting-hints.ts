// What settings allow, and what they count, in French, by the words of the server; `#` stands for each number in them. Read by the page of settings alone.
export const settingHints: Readonly<Record<string, string>> = {
  artifacts: 'artefacts',
  bytes: 'octets',
  conditions: 'critères',
  connections: 'connexions',
  days: 'jours',
  hours: 'heures',
  mails: 'courriels',
  milliseconds: 'millisecondes',
  percent: 'pour cent',
  programs: 'programmes',
  projects: 'projets',
  requests: 'requêtes',
  seconds: 'secondes',
  waits: 'attentes',
  'a host name or address, with or without a port, such as forge.example.com':
    'un nom d’hôte ou une adresse, avec ou sans port, comme forge.example.com',
  'empty, or an absolute http or https URL without query, such as https://forge.example.com':
    'vide, ou une URL http ou https absolue sans paramètres, comme https://forge.example.com',
  'anonymous, regular or restricted': 'anonymous, regular ou restricted',
  'a comma separated list of project ids and short names, such as #, handbook':
    'une liste, séparée par des virgules, de numéros et de noms courts de projets, comme #, handbook',
  '# or #': '# ou #',
  'a comma separated list of IP addresses and CIDR ranges, such as #, #/#':
    'une liste, séparée par des virgules, d’adresses IP et de plages CIDR, comme #, #/#',
  'a whole number from # to #': 'un nombre entier de # à #',
  'a whole number from # to # (#: passwords never expire)':
    'un nombre entier de # à # (# : les mots de passe n’expirent jamais)',
  'nothing, or at least # characters': 'rien, ou au moins # caractères',
  'a whole number from # to # (#: nobody is invited)': 'un nombre entier de # à # (# : personne n’est invité)',
  'a whole number from # to # (#: off)': 'un nombre entier de # à # (# : désactivé)',
  'a whole number from # to # (#: no limit)': 'un nombre entier de # à # (# : sans limite)',
  'an absolute path of a folder': 'le chemin absolu d’un dossier',
  'a whole number from # to # (#: for ever)': 'un nombre entier de # à # (# : pour toujours)',
  'an absolute path of a folder; empty: backups in the data folder':
    'le chemin absolu d’un dossier ; vide : backups dans le dossier des données',
  'empty, or the start of an address with an account, such as ssh://git@forge.example.com':
    'vide, ou le début d’une adresse avec un compte, comme ssh://git@forge.example.com',
  'a whole number from # to # (#: no bound)': 'un nombre entier de # à # (# : sans borne)',
  'any text': 'un texte quelconque',
  'any text, or empty': 'un texte quelconque, ou vide',
  'en_US or fr_FR': 'en_US ou fr_FR',
  'a comma separated list of en_US, fr_FR': 'une liste, séparée par des virgules, de en_US, fr_FR',
  'a time zone such as Europe/Paris': 'un fuseau horaire comme Europe/Paris',
  'a comma separated list of orange, blue, green, red, grey, purple; empty for all of them':
    'une liste, séparée par des virgules, de orange, blue, green, red, grey, purple ; vide : toutes',
  'one of orange, blue, green, red, grey, purple; empty for the first one that people may choose':
    'orange, blue, green, red, grey ou purple ; vide : la première que l’on peut choisir',
  'local, codendi or ldap': 'local, codendi ou ldap',
  'a comma separated list of servers, such as ldaps://one.example.com, ldap://two.example.com:#':
    'une liste, séparée par des virgules, de serveurs, comme ldaps://one.example.com, ldap://two.example.com:#',
  'OpenLDAP or ActiveDirectory': 'OpenLDAP ou ActiveDirectory',
  'starttls or none': 'starttls ou none',
  'empty, or an absolute path of a file with certificates in PEM':
    'vide, ou le chemin absolu d’un fichier de certificats en PEM',
  'empty, or a distinguished name such as ou=people,dc=example,dc=com':
    'vide, ou un nom distinctif comme ou=people,dc=example,dc=com',
  'a password': 'un mot de passe',
  'empty, or distinguished names with semicolons between them':
    'vide, ou des noms distinctifs séparés par des points-virgules',
  'empty, or the name of an attribute, such as cn': 'vide, ou le nom d’un attribut, comme cn',
  'empty, or names of attributes with commas or semicolons between them':
    'vide, ou des noms d’attributs séparés par des virgules ou des points-virgules',
  'subtree or onelevel': 'subtree ou onelevel',
  'a whole number from # to # (one account may always be suspended, unless it is #)':
    'un nombre entier de # à # (un compte peut toujours être suspendu, sauf avec #)',
  'empty, or a domain such as mail.example.com': 'vide, ou un domaine comme mail.example.com',
  'empty, or an address with or without a name, such as "Forge" <noreply@example.com>':
    'vide, ou une adresse avec ou sans nom, comme "Forge" <noreply@example.com>',
  'smtp, capture or none': 'smtp, capture ou none',
  'empty, or an absolute path of a folder': 'vide, ou le chemin absolu d’un dossier',
  'a host name or address, such as smtp.example.com': 'un nom d’hôte ou une adresse, comme smtp.example.com',
  'a whole number from # to # (#: # with tls, # with starttls, # with none)':
    'un nombre entier de # à # (# : # avec tls, # avec starttls, # avec none)',
  'tls, starttls or none': 'tls, starttls ou none',
  'a user name; empty: the mail server asks for none':
    'un nom d’utilisateur ; vide : le serveur de courriel n’en demande pas',
  'a whole number from # to # (#: a mail for each change)':
    'un nombre entier de # à # (# : un courriel par changement)',
  'empty, or the name by which a mail server signs its Authentication-Results, such as mx.example.com':
    'vide, ou le nom sous lequel un serveur de courriel signe ses Authentication-Results, comme mx.example.com',
  'empty, or an address and a port, such as #:#': 'vide, ou une adresse et un port, comme #:#',
  'lmtp or smtp': 'lmtp ou smtp',
  'empty, or the URL of a folder, such as imaps://imap.example.com/INBOX':
    'vide, ou l’URL d’un dossier, comme imaps://imap.example.com/INBOX',
  'the name of an account': 'le nom d’un compte',
  'the password of the account': 'le mot de passe du compte',
  'empty, or the name of another folder of the account': 'vide, ou le nom d’un autre dossier du compte',
  'empty, or an absolute path of a file': 'vide, ou le chemin absolu d’un fichier',
  'a whole number from # to # (#: none)': 'un nombre entier de # à # (# : aucun)',
  'empty, or the http or https URL of a bucket, such as https://s#example.com/tepal':
    'vide, ou l’URL http ou https d’un seau, comme https://s#example.com/tepal',
  'the name of a region, such as eu-central#': 'le nom d’une région, comme eu-central#',
  'the id of an access key': 'l’identifiant d’une clé d’accès',
  'the secret of an access key': 'le secret d’une clé d’accès',
  'none, english, french or german': 'none, english, french ou german',
  'a whole number from # to # (#: no attachment)': 'un nombre entier de # à # (# : aucune pièce jointe)',
  'empty, or a URL such as postgres://tepal:password@db.example.com:#/tepal?sslmode=verify-full':
    'vide, ou une URL comme postgres://tepal:password@db.example.com:#/tepal?sslmode=verify-full',
  'a whole number from # to # (#: as long as it takes)': 'un nombre entier de # à # (# : le temps qu’il faut)',
  'empty, or a URL as that of database_url': 'vide, ou une URL comme celle de database_url',
  'empty, or at least # letters, digits and signs without spaces':
    'vide, ou au moins # lettres, chiffres et signes sans espaces',
  'fatal, error, warn, info, debug, trace or silent': 'fatal, error, warn, info, debug, trace ou silent',
  'empty, or a path, which starts in the data folder unless it is absolute, such as log/tepal.log':
    'vide, ou un chemin, qui part du dossier des données s’il n’est pas absolu, comme log/tepal.log',
  'weekly or none': 'weekly ou none',
};
