// What each setting is for, by its name; English stands in its declaration on the server. Read by the page of settings alone.
export const settingMeanings: Readonly<Record<string, string>> = {
  sys_default_domain: 'Nom d’hôte du serveur',
  public_url:
    'Adresse du site, par laquelle commencent les liens des courriels et des invitations ; vide : https:// et le domaine par défaut',
  access_mode:
    'Qui peut lire ce qui est public : anonymous tout le monde, regular seulement les personnes connectées ; restricted est comme regular, et les comptes restreints ne voient que leurs propres projets et ceux qui les admettent',
  super_public_projects: 'Projets non restreints que les comptes restreints peuvent lire sans en être membres',
  sys_rest_api_over_http:
    'Servir l’API aussi en HTTP sans chiffrement. Dangereux, sauf si un proxy inverse assure TLS devant elle',
  sys_trusted_proxies:
    'Proxys inverses dont les en-têtes X-Forwarded ou Forwarded sont crus : tous ceux par lesquels passe une requête',
  rest_invalid_credentials_status: 'Statut HTTP d’une requête à l’API dont les identifiants sont faux',
  sys_keep_md5_hashed_password:
    'Conserver l’empreinte MD5 du mot de passe d’un compte venu d’un système plus ancien. Désactivé, comme tepal init le règle, la première connexion la supprime. Aucune nouvelle empreinte MD5 n’est créée',
  sys_password_lifetime: 'Durée après laquelle un mot de passe expire et doit être changé',
  sys_use_user_registration:
    'Permettre à chacun de créer son compte. Désactivé, seuls les administrateurs créent les comptes',
  sys_user_approval: 'Un compte créé par son titulaire attend l’approbation d’un administrateur du site',
  session_lifetime: 'Durée maximale d’une session de navigateur, même utilisée',
  session_idle_lifetime: 'Une session de navigateur qui n’a pas servi aussi longtemps se termine',
  jwt_signing_key:
    'Clé avec laquelle GET /jwt signe, que possèdent aussi les programmes qui se fient à ses jetons ; vide : rien n’est signé',
  invitations_per_day: 'Nombre maximal d’invitations qu’une personne peut envoyer par jour',
  join_requests_per_day: 'Nombre maximal de projets qu’une personne peut demander à rejoindre par jour',
  sys_use_project_registration:
    'Permettre à chacun de demander de nouveaux projets. Désactivé, seuls les administrateurs du site en créent',
  sys_restricted_users_can_create_project: 'Permettre aussi aux comptes restreints de demander de nouveaux projets',
  sys_project_approval:
    'Un nouveau projet attend l’approbation d’un administrateur du site. Les projets de ces administrateurs n’en demandent pas',
  sys_max_pending_projects: 'Nombre maximal de projets en attente d’approbation',
  sys_max_pending_projects_per_user: 'Nombre maximal de projets en attente d’approbation par personne',
  sys_project_description_mandatory: 'Un nouveau projet doit avoir une description',
  sys_allow_empty_svn_commit_message:
    'Accepter les commits Subversion dont le message est vide. Désactivé, le hook pre-commit les refuse',
  sys_cvs_convert_cp1252_to_utf8: 'Lire les messages des hooks de CVS comme du Windows-1252 et les convertir en UTF-8',
  sys_project_backup_path: 'Dossier où va l’archive d’un projet supprimé avant qu’il ne soit effacé',
  project_archive_lifetime: 'Durée pendant laquelle l’archive d’un projet effacé est conservée',
  backup_folder: 'Dossier des sauvegardes démarrées dans les pages ou par REST ; de préférence sur un autre disque',
  cache_memory_max: 'Mémoire de tous les caches de chaque processus de Tepal ; chacun en a sa part, estimée',
  sys_artifact_deletions_per_day: 'Artefacts qu’un administrateur de trackers peut supprimer en 24 heures',
  git_http_url: 'Servir les dépôts Git en HTTP. Désactivé, leurs adresses répondent 404',
  git_ssh_url: 'Début de l’adresse SSH des dépôts Git ; on s’y connecte avec sa clé SSH. Vide : pas d’accès SSH',
  sys_max_size_upload: 'Taille maximale d’un fichier joint',
  outgoing_private_addresses:
    'Permettre aux tâches des workflows et aux webhooks d’appeler des adresses de cette machine et de réseaux privés. Désactivé, ces appels sont refusés',
  attachments_waiting_limit:
    'Taille totale maximale des fichiers envoyés par une personne et pas encore joints, au moins un fichier de sys_max_size_upload ; pour les fichiers en morceaux numérotés, seul sys_max_size_upload compte',
  sys_file_deletion_delay: 'Durée pendant laquelle un fichier envoyé attend un artefact avant d’être supprimé',
  project_attachments_quota: 'Taille totale maximale des fichiers joints d’un projet sans quota propre',
  project_repositories_quota:
    'Taille totale maximale des dépôts d’un projet sans quota propre, gros fichiers (LFS) compris',
  sys_name: 'Nom du site, tel que ses pages l’affichent',
  sys_org_name: 'Organisation qui gère le site',
  sys_lang:
    'Langue des pages pour les personnes qui n’en ont pas choisi et dont le navigateur n’en demande aucune de celles qui existent',
  sys_supported_languages: 'Langues que l’on peut choisir',
  sys_server_timezone: 'Fuseau horaire des pages pour les personnes qui n’en ont pas choisi',
  sys_available_theme_variants: 'Couleurs des pages que l’on peut choisir, comme préférence theme_variant',
  sys_default_theme_variant:
    'Couleur des pages pour les personnes qui n’en ont pas choisi ; une couleur qui n’est pas disponible compte comme vide',
  sys_auth_type:
    'Qui juge les mots de passe : ldap demande à l’annuaire ; local, ou son ancien nom codendi, est Tepal seul',
  sys_ldap_server:
    'Serveurs de l’annuaire, interrogés dans cet ordre jusqu’à ce que l’un réponde ; sans ldaps://, c’est ldap://',
  sys_ldap_server_type: 'Type de l’annuaire ; décide des attributs demandés quand aucun paramètre ne les nomme',
  sys_ldap_tls:
    'Comment la connexion à un serveur ldap:// est chiffrée ; avec none, les mots de passe circulent en clair',
  sys_ldap_ca_file: 'Autorités dont doivent venir les certificats des serveurs ; vide : les autorités publiques',
  sys_ldap_timeout:
    'Temps d’attente d’une connexion à un serveur, et de chacune de ses réponses, avant de s’adresser au suivant',
  sys_ldap_bind_dn: 'Compte qui cherche dans l’annuaire ; vide : anonyme',
  sys_ldap_bind_passwd: 'Mot de passe du compte qui cherche dans l’annuaire',
  sys_ldap_dn: 'Base de l’annuaire',
  sys_ldap_people_dn: 'Où sont les personnes ; vide : sys_ldap_dn',
  sys_ldap_grp_dn: 'Où sont les groupes ; vide : sys_ldap_dn',
  sys_ldap_uid: 'Attribut du nom d’utilisateur ; vide : uid, pour ActiveDirectory sAMAccountName',
  sys_ldap_eduid:
    'Attribut qui identifie une personne pour toujours, conservé comme ldap_id ; vide : entryUUID, pour ActiveDirectory objectGUID',
  sys_ldap_cn: 'Attribut du nom complet ; vide : cn, pour ActiveDirectory displayName',
  sys_ldap_mail: 'Attribut de l’adresse électronique ; vide : mail',
  sys_ldap_grp_uid: 'Attribut qui identifie un groupe ; vide : cn, pour ActiveDirectory sAMAccountName',
  sys_ldap_grp_member: 'Attribut des membres d’un groupe ; vide : member',
  sys_ldap_tooltip_search_attrs:
    'Attributs où tepal ldap search cherche ; vide : ceux du nom d’utilisateur, du nom complet et de l’adresse électronique',
  search_depth:
    'Jusqu’où la synchronisation descend sous sys_ldap_people_dn : onelevel pour les enfants directs seulement',
  sys_ldap_daily_sync: 'Synchroniser les comptes et les groupes liés avec l’annuaire chaque nuit à 00:10',
  sys_ldap_threshold_users_suspension:
    'Part des comptes liés à l’annuaire qu’une synchronisation peut suspendre ; au-dessus, elle n’en suspend aucun',
  sys_default_mail_domain: 'Domaine des adresses électroniques du serveur ; vide : sys_default_domain',
  sys_noreply:
    'Expéditeur des courriels du serveur, à qui reviennent ceux qui n’arrivent pas ; vide : noreply au domaine des courriels',
  mail_transport:
    'Mode d’envoi des courriels : smtp par un serveur de courriel, capture en fichiers .eml dans un dossier, none pas d’envoi',
  mail_capture_folder: 'Dossier des courriels capturés ; vide : mail dans le dossier des données',
  mail_smtp_host: 'Serveur de courriel qui envoie les courriels',
  mail_smtp_port: 'Port du serveur de courriel',
  mail_smtp_security:
    'Chiffrement de la connexion au serveur de courriel : tls dès le début, starttls après le salut, none aucun. Le certificat est toujours vérifié',
  mail_smtp_user: 'Nom d’utilisateur sur le serveur de courriel',
  mail_smtp_password: 'Mot de passe du compte sur le serveur de courriel',
  mail_smtp_ca_file: 'Autorités de certification acceptées pour le serveur de courriel. Vide : les autorités publiques',
  mail_smtp_connections:
    'Connexions au serveur de courriel que chaque processus de Tepal garde ouvertes ; chacune envoie un courriel à la fois',
  mail_smtp_timeout: 'Délai maximal du serveur de courriel ; le courriel est réessayé plus tard',
  mail_digest_window: 'Durée pendant laquelle les modifications d’un artefact sont regroupées dans un seul courriel',
  mail_kept_days: 'Durée de conservation des courriels envoyés ou en échec dans la liste des courriels sortants',
  sys_enable_reply_by_mail:
    'Transformer les réponses aux notifications en commentaires, et les courriels adressés à un tracker qui le permet en artefacts. Désactivé, aucun courriel n’est accepté',
  sys_strip_outlook: 'Couper le message original qu’Outlook et ses pareils ajoutent sans marque à une réponse',
  mail_in_open_addresses:
    'Accepter les courriels à artifact+<id> et tracker+<id> pour les trackers qui le permettent, en se fiant à l’expéditeur de la ligne From. Désactivé, seules les réponses sont acceptées',
  inbox_kept_days: 'Durée de conservation des entrées dans les boîtes de réception, sauf celles qui sont enregistrées',
  mail_in_authserv_id:
    'Serveur de courriel dont le résultat dmarc=pass est exigé pour les courriels à artifact+<id> et tracker+<id>. Vide : le résultat est seulement enregistré',
  mail_in_kept_days:
    'Durée de conservation des messages reçus, pour vérifier et réessayer, et des messages sans effet dans la liste',
  mail_in_size_max: 'Taille maximale d’un message reçu, fichiers joints encodés compris',
  mail_in_parse_timeout: 'Durée maximale de lecture d’un message ; au-delà, il est refusé',
  mail_in_listen: 'Adresse où tepal serve accepte les courriels d’un serveur de courriel. Vide : aucune',
  mail_in_protocol: 'Protocole de mail_in_listen',
  mail_in_imap_url:
    'Boîte IMAP que tepal serve relève. imap:// utilise STARTTLS, sauf si le serveur est cette machine. Vide : aucune',
  mail_in_imap_user: 'Nom d’utilisateur de la boîte',
  mail_in_imap_password: 'Mot de passe de la boîte',
  mail_in_imap_done_folder: 'Dossier où vont les messages traités. Vide : ils restent, marqués comme lus',
  mail_in_imap_interval: 'Intervalle entre deux relèves de la boîte',
  tls_certificate_file:
    'Certificat TLS avec sa chaîne, en PEM. Un fichier renouvelé est relu sans redémarrage. Vide : Tepal répond en HTTP sans chiffrement, comme derrière un proxy inverse',
  tls_key_file: 'Clé privée du certificat, en PEM',
  http_redirect_port:
    'Second port, en HTTP sans chiffrement, d’un serveur qui assure TLS lui-même : les pages sont renvoyées vers HTTPS, les requêtes à l’API refusées',
  attachments_folder:
    'Dossier des fichiers joints, que plusieurs machines peuvent partager ; vide : files dans le dossier des données',
  attachments_s3_url: 'Bucket d’un stockage compatible S3 pour les fichiers joints, à la place d’un dossier',
  attachments_s3_region: 'Région du bucket',
  attachments_s3_access_key: 'Identifiant de la clé d’accès au bucket',
  attachments_s3_secret_key: 'Secret de la clé d’accès au bucket',
  git_folder:
    'Dossier des dépôts Git, que plusieurs machines peuvent partager ; vide : git dans le dossier des données',
  git_process_limit:
    'Nombre maximal de clone, fetch et push de Git en même temps, dont une moitié de push. Quatre fois autant attendent ; au-delà, ils sont refusés',
  git_push_limit: 'Taille maximale d’un push vers un dépôt Git',
  git_lfs_max_file_size: 'Taille maximale d’un gros fichier (LFS) d’un dépôt Git',
  git_memory_limit:
    'Mémoire maximale de chaque processus de Git, sans les fichiers qu’il ne fait que lire ; la moitié quand une page lit un dépôt. Les dépôts de millions d’objets en demandent plus',
  query_terms_max: 'Nombre maximal de conditions d’une requête',
  artifact_limit: 'Taille totale maximale des valeurs d’un artefact. Les imports en sont exemptés',
  answer_limit:
    'Taille maximale d’une page d’une liste. Une page plus longue est refusée ; l’erreur dit combien d’entrées tiennent',
  query_time_max_ms: 'Durée maximale d’une requête à laquelle aucun index ne répond ; au-delà, elle est refusée',
  search_language:
    'Langue dont la recherche en texte intégral ignore les terminaisons, pour que « crash » trouve « crashes » ; none : les mots sont trouvés tels qu’écrits',
  search_file_limit: 'Taille maximale d’un fichier joint dont le texte est indexé',
  request_body_limit:
    'Taille maximale du corps d’une requête à l’API ; au-delà, la réponse est 413. La plupart des routes acceptent moins',
  request_bodies_limit:
    'Mémoire maximale des corps de toutes les requêtes à l’API. Au-delà, ceux qui arrivent depuis le plus longtemps reçoivent 503',
  body_timeout:
    'Un client qui envoie en ce temps moins de 64 Kio du corps d’une requête à l’API, et pas tout, reçoit 408',
  database_url:
    'Base PostgreSQL, version 15 ou plus récente, qui contient tout sauf les fichiers joints ; vide : un fichier dans le dossier des données',
  database_pool_size:
    'Connexions de chaque processus de Tepal à PostgreSQL ; un tiers, au plus 4, sert les lectures, un cinquième, au plus 2, celles qui peuvent durer, chacune des autres un changement ou un export',
  database_connect_timeout: 'Attente maximale d’une connexion à PostgreSQL ; ensuite, la requête reçoit 503',
  database_statement_timeout: 'Durée maximale d’une instruction de PostgreSQL ; ensuite, la requête reçoit 503',
  database_read_url:
    'Réplica en flux de la base PostgreSQL pour les lectures lourdes ; il ne montre jamais de données plus anciennes que la base. Vide : aucun',
  database_read_wait: 'Attente maximale de la mise à jour du réplica ; ensuite, la base répond elle-même',
  request_limit: 'Nombre maximal de requêtes traitées en même temps ; au-delà, la réponse est 503',
  request_wait_limit: 'Attente maximale d’une requête dans la file ; au-delà, la réponse est 503',
  metrics_token: 'Jeton que /metrics exige comme « Authorization: Bearer … ». Vide : aucun accès',
  connection_limit:
    'Nombre maximal de connexions ouvertes, moins si ulimit -n en permet moins ; au-delà, elles reçoivent 503 et sont fermées',
  header_timeout: 'Délai maximal d’arrivée des en-têtes d’une requête ; au-delà, la connexion reçoit 408 et est fermée',
  request_timeout:
    'Délai maximal d’arrivée d’une requête, corps compris ; au-delà, la connexion reçoit 408 et est fermée',
  keep_alive_timeout: 'Durée après laquelle une connexion inactive est fermée',
  send_timeout: 'Une connexion dont le client prend en ce temps moins de 64 Kio de ses réponses est fermée',
  unsent_limit:
    'Mémoire maximale des réponses que les clients n’ont pas encore lues. Au-delà, les connexions qui n’ont rien lu depuis le plus longtemps sont fermées',
  event_waits_limit:
    'Nombre maximal de flux et d’interrogations en attente d’événements par processus, au plus 20 par personne ; au-delà, la réponse est 429',
  events_kept_days:
    'Durée de conservation du journal des événements ; une lecture depuis une position plus ancienne reçoit 410, et le client recharge ses données',
  artifact_presence: 'Montrer qui d’autre consulte ou modifie un artefact',
  mcp_enabled:
    'Permettre aux assistants de travailler au nom de personnes par le Model Context Protocol sur /mcp, avec des clés d’accès créées pour cela',
  log_level: 'Niveau minimal des messages du journal',
  log_file: 'Fichier du journal de tepal serve. Vide : la sortie d’erreur',
  log_rotation:
    'Avec weekly, le fichier du journal devient tepal.log.1 au début de la semaine ; quatre anciens fichiers sont conservés. Avec none, utilisez un outil comme logrotate',
};
