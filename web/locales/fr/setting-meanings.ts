// What each setting is for, by its name; English stands in its declaration on the server. Read by the page of settings alone.
export const settingMeanings: Readonly<Record<string, string>> = {
  sys_default_domain: 'Nom sous lequel le serveur est joint',
  public_url:
    'Adresse du site, par laquelle commencent les liens des courriels et des invitations ; vide : https:// et le domaine par défaut',
  access_mode:
    'Qui peut lire ce qui est public : anonymous tout le monde, regular seulement les personnes connectées ; restricted est comme regular, et les comptes restreints ne voient que leurs propres projets et ceux qui les admettent',
  super_public_projects: 'Projets non restreints que les comptes restreints peuvent lire sans en être membres',
  sys_rest_api_over_http:
    'Avec 1, l’API répond aussi en HTTP sans chiffrement ; dangereux, sauf si un proxy inverse assure TLS devant elle',
  sys_trusted_proxies:
    'Proxys inverses dont les en-têtes X-Forwarded ou Forwarded sont crus : tous ceux par lesquels passe une requête',
  rest_invalid_credentials_status: 'Statut HTTP d’une requête à l’API dont les identifiants sont faux',
  sys_keep_md5_hashed_password:
    'Avec 1, l’empreinte MD5 du mot de passe qu’un compte apporte d’un système plus ancien reste à côté de la nouvelle ; avec 0, que tepal init écrit, la première connexion l’efface. Il n’est jamais fait de nouvelle empreinte MD5',
  sys_password_lifetime: 'Âge auquel un mot de passe expire et doit être changé',
  sys_use_user_registration:
    'Avec 1, chacun peut se créer un compte ; avec 0, seuls les administrateurs créent les comptes',
  sys_user_approval: 'Avec 1, un compte que quelqu’un s’est créé attend qu’un administrateur l’active',
  session_lifetime: 'Âge auquel une session de navigateur se termine, si souvent qu’elle serve',
  session_idle_lifetime: 'Une session de navigateur qui n’a pas servi aussi longtemps se termine',
  jwt_signing_key:
    'Clé avec laquelle GET /jwt signe, que possèdent aussi les programmes qui se fient à ses jetons ; vide : rien n’est signé',
  invitations_per_day: 'Invitations qu’une personne peut envoyer en un jour',
  join_requests_per_day: 'Projets auxquels une personne peut demander à se joindre en un jour',
  sys_use_project_registration:
    'Avec 1, chacun peut demander de nouveaux projets ; avec 0, seuls les administrateurs du site en créent',
  sys_restricted_users_can_create_project:
    'Avec 1, les comptes restreints peuvent eux aussi demander de nouveaux projets',
  sys_project_approval:
    'Avec 1, un nouveau projet attend l’approbation d’un administrateur du site, dont les propres projets n’en demandent pas',
  sys_max_pending_projects: 'Projets qui peuvent attendre une approbation en même temps',
  sys_max_pending_projects_per_user: 'Projets d’une même personne qui peuvent attendre une approbation en même temps',
  sys_project_description_mandatory: 'Avec 1, quiconque demande un nouveau projet doit le décrire',
  sys_allow_empty_svn_commit_message:
    'Avec 0, le hook pre-commit de Subversion refuse les commits dont le message est vide ou blanc',
  sys_cvs_convert_cp1252_to_utf8:
    'Avec 1, les messages reçus des hooks de CVS sont pris pour du Windows-1252 et convertis en UTF-8',
  sys_project_backup_path: 'Dossier où va l’archive d’un projet supprimé avant qu’il ne soit effacé',
  project_archive_lifetime: 'Durée pendant laquelle l’archive d’un projet effacé est conservée',
  backup_folder: 'Dossier des sauvegardes démarrées dans les pages ou par REST ; de préférence sur un autre disque',
  cache_memory_max: 'Mémoire de tous les caches de chaque processus de Tepal ; chacun en a sa part, estimée',
  sys_artifact_deletions_per_day: 'Artefacts qu’un administrateur de trackers peut supprimer en 24 heures',
  git_http_url: 'Avec 1, clone, fetch et push des dépôts Git se font en HTTP ; avec 0, leurs adresses répondent 404',
  git_ssh_url: 'Adresse des dépôts Git en SSH, avec les clés des comptes ; vide : nulle part',
  sys_max_size_upload: 'Plus grand fichier qui peut être joint',
  outgoing_private_addresses:
    'Avec 1, les tâches des workflows et les webhooks peuvent appeler des adresses de cette machine et de réseaux privés ; avec 0, ces appels sont refusés',
  attachments_waiting_limit:
    'Place que peuvent prendre ensemble les fichiers envoyés par une personne qui ne sont encore dans aucun artefact, au moins un fichier de sys_max_size_upload ; pour les fichiers en morceaux numérotés, seul sys_max_size_upload compte',
  sys_file_deletion_delay: 'Durée pendant laquelle un fichier envoyé attend un artefact avant d’être supprimé',
  project_attachments_quota:
    'Place que peuvent prendre ensemble les fichiers joints d’un projet qui n’a pas de quota à lui',
  project_repositories_quota:
    'Place que peuvent prendre ensemble les dépôts d’un projet qui n’a pas de quota à lui, gros fichiers compris',
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
  sys_ldap_bind_passwd: 'Mot de passe de ce compte',
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
  sys_ldap_daily_sync: 'Avec 1, les comptes et les groupes liés sont synchronisés avec l’annuaire chaque nuit à 00:10',
  sys_ldap_threshold_users_suspension:
    'Part des comptes liés à l’annuaire qu’une synchronisation peut suspendre ; au-dessus, elle n’en suspend aucun',
  sys_default_mail_domain: 'Domaine des adresses électroniques du serveur ; vide : sys_default_domain',
  sys_noreply:
    'Expéditeur des courriels du serveur, à qui reviennent ceux qui n’arrivent pas ; vide : noreply au domaine des courriels',
  mail_transport:
    'Comment partent les courriels : smtp par un serveur de courriel, capture en fichiers .eml dans un dossier, none pas du tout',
  mail_capture_folder: 'Dossier des courriels capturés ; vide : mail dans le dossier des données',
  mail_smtp_host: 'Serveur de courriel qui prend les courriels',
  mail_smtp_port: 'Port du serveur de courriel',
  mail_smtp_security:
    'Comment la connexion au serveur de courriel est chiffrée : tls dès le début, starttls après le salut, none pas du tout. Son certificat est toujours vérifié',
  mail_smtp_user: 'Compte sur le serveur de courriel',
  mail_smtp_password: 'Mot de passe de ce compte',
  mail_smtp_ca_file: 'Autorités dont doit venir le certificat du serveur de courriel ; vide : les autorités publiques',
  mail_smtp_connections: 'Courriels que chaque processus de Tepal envoie en même temps, par des connexions qu’il garde',
  mail_smtp_timeout: 'Temps d’attente du serveur de courriel avant qu’un courriel ne soit réessayé plus tard',
  mail_digest_window:
    'Temps pendant lequel un changement en attend d’autres du même artefact, pour être annoncés dans un seul courriel',
  mail_kept_days:
    'Durée pendant laquelle la liste des courriels sortants montre ceux qui sont envoyés, et garde ceux qui sont abandonnés',
  sys_enable_reply_by_mail:
    'Avec 1, les réponses aux notifications deviennent des commentaires, et un courriel à l’adresse d’un tracker qui le permet devient un artefact ; avec 0, aucun courriel n’est pris',
  sys_strip_outlook:
    'Avec 1, les commentaires par courriel s’arrêtent avant l’original qu’Outlook et ses pareils ajoutent sans marque',
  mail_in_open_addresses:
    'Avec 1, artifact+<id> et tracker+<id> prennent des courriels pour les trackers qui le permettent, et croient l’expéditeur de la ligne From ; avec 0, seules les réponses sont prises',
  mail_in_authserv_id:
    'Serveur de courriel dont le verdict dmarc=pass est exigé avant qu’artifact+<id> et tracker+<id> ne croient un expéditeur ; vide : son verdict est seulement noté',
  mail_in_kept_days:
    'Durée pendant laquelle le contenu d’un message est gardé pour vérifier et réessayer, et les messages sans effet restent dans la liste',
  mail_in_size_max: 'Plus grand message accepté, y compris les fichiers joints tels qu’ils sont encodés',
  mail_in_parse_timeout: 'Temps que la lecture d’un message peut prendre ; un message plus long à lire est refusé',
  mail_in_listen: 'Où tepal serve prend les courriels d’un serveur de courriel ; vide : nulle part',
  mail_in_protocol: 'Protocole parlé à mail_in_listen',
  mail_in_imap_url:
    'Boîte où tepal serve prend les courriels ; imap:// demande STARTTLS, sauf si le serveur est cette machine. Vide : aucune',
  mail_in_imap_user: 'Compte de la boîte',
  mail_in_imap_password: 'Mot de passe de la boîte',
  mail_in_imap_done_folder: 'Où vont les messages pris ; vide : ils restent, marqués comme lus',
  mail_in_imap_interval: 'Temps d’attente entre deux regards dans la boîte',
  tls_certificate_file:
    'Certificat avec sa chaîne, en PEM, avec lequel Tepal assure TLS lui-même ; un nouveau mis à sa place est repris sans redémarrage. Vide : l’API est servie en HTTP sans chiffrement, par exemple à un proxy inverse',
  tls_key_file: 'Clé privée du certificat, en PEM',
  http_redirect_port:
    'Second port, en HTTP sans chiffrement, d’un serveur qui assure TLS lui-même : les pages sont renvoyées vers HTTPS, les requêtes à l’API refusées',
  attachments_folder:
    'Dossier des fichiers joints, que plusieurs machines peuvent partager ; vide : files dans le dossier des données',
  attachments_s3_url: 'Bucket d’un stockage compatible S3 qui garde les fichiers joints à la place d’un dossier',
  attachments_s3_region: 'Région du bucket, avec laquelle les requêtes sont signées',
  attachments_s3_access_key: 'Identifiant de la clé d’accès au bucket',
  attachments_s3_secret_key: 'Secret de la clé d’accès au bucket',
  git_folder:
    'Dossier des dépôts Git, que plusieurs machines peuvent partager ; vide : git dans le dossier des données',
  git_process_limit:
    'Clone, fetch et push de Git qui se font en même temps, dont une moitié de push ; au-delà, quatre fois autant attendent',
  git_push_limit: 'Le plus qu’un push vers un dépôt Git peut apporter ; un push plus grand est refusé',
  git_lfs_max_file_size:
    'Taille la plus grande d’un gros fichier d’un dépôt Git (LFS) ; un fichier plus grand est refusé',
  git_memory_limit:
    'Mémoire de chaque programme de Git, sans les fichiers qu’il ne fait que lire ; la moitié quand une page lit un dépôt. Il en faut plus aux dépôts de quelques millions d’objets',
  query_terms_max: 'Nombre de conditions qu’une requête sur des artefacts peut avoir',
  artifact_limit:
    'Taille de toutes les valeurs d’un artefact ensemble ; un changement qui les allonge au-delà est refusé, les imports non',
  answer_limit: 'Taille d’une page d’une liste ; une page plus longue est refusée, avec le nombre d’entrées à demander',
  query_time_max_ms:
    'Temps pendant lequel une requête à laquelle aucun index ne répond peut parcourir un tracker avant d’être refusée',
  search_language:
    'Langue dont la recherche en texte intégral ignore les terminaisons, pour que « crash » trouve « crashes » ; none : les mots sont trouvés tels qu’écrits',
  search_file_limit: 'Taille jusqu’à laquelle le texte d’un fichier joint est trouvé',
  request_body_limit:
    'Plus grand corps d’une requête à l’API ; au-delà, la réponse est 413. La plupart des routes acceptent moins',
  request_bodies_limit:
    'Mémoire que peuvent prendre ensemble les corps de toutes les requêtes à l’API pendant qu’ils arrivent, et les longs jusqu’à leur réponse ; au-delà, ceux qui arrivent depuis le plus longtemps reçoivent 503',
  body_timeout:
    'Un client qui envoie en ce temps moins de 64 Kio du corps d’une requête à l’API, et pas tout, reçoit 408',
  database_url:
    'Base PostgreSQL, version 15 ou plus récente, qui contient tout sauf les fichiers joints ; vide : un fichier dans le dossier des données',
  database_pool_size:
    'Connexions de chaque processus de Tepal à PostgreSQL ; un tiers, au plus 4, sert les lectures, un cinquième, au plus 2, celles qui peuvent durer, chacune des autres un changement ou un export',
  database_connect_timeout: 'Temps qu’une requête attend une connexion à PostgreSQL avant de recevoir 503',
  database_statement_timeout:
    'Temps que PostgreSQL peut passer sur une instruction avant que la requête ne reçoive 503',
  database_read_url:
    'Un réplica en flux de la base PostgreSQL, qui répond alors aux lectures lourdes, sans rien de plus ancien que ce que la base montrerait ; vide : aucun',
  database_read_wait: 'Temps qu’une lecture attend que le réplica soit à jour avant que la base ne réponde elle-même',
  request_limit: 'Requêtes traitées en même temps ; au-delà, la réponse est 503',
  request_wait_limit: 'Les requêtes qui attendraient plus longtemps celles qui sont arrivées avec elles reçoivent 503',
  metrics_token:
    'Ce qu’un lecteur de /metrics envoie comme « Authorization: Bearer … » ; vide : personne ne peut les lire',
  connection_limit:
    'Connexions qui peuvent être ouvertes en même temps, moins là où ulimit -n en permet moins ; au-delà, elles reçoivent 503 et sont fermées',
  header_timeout:
    'Une connexion dont les en-têtes de requête mettent plus longtemps à arriver reçoit 408 et est fermée',
  request_timeout:
    'Une connexion dont la requête, corps compris, met plus longtemps à arriver reçoit 408 et est fermée',
  keep_alive_timeout: 'Une connexion restée inactive aussi longtemps après une réponse est fermée',
  send_timeout: 'Une connexion dont le client prend en ce temps moins de 64 Kio de ses réponses est fermée',
  unsent_limit:
    'Réponses que tous les clients ensemble peuvent laisser non lues en mémoire ; au-delà, les connexions de ceux qui n’ont rien lu depuis le plus longtemps sont fermées',
  event_waits_limit:
    'Flux et interrogations qui peuvent attendre des événements en même temps dans un processus, au plus 20 par personne ; au-delà, la réponse est 429',
  events_kept_days:
    'Durée pendant laquelle le journal des événements est gardé ; qui reprend d’une position plus ancienne reçoit 410 et relit ce qu’il suit',
  artifact_presence:
    'Si les personnes qui regardent ou modifient un artefact sont montrées à celles qui le voient aussi',
  mcp_enabled:
    'Avec 1, des assistants peuvent travailler pour des personnes par le Model Context Protocol sur /mcp, avec des clés d’accès faites pour cela',
  log_level: 'Message le moins grave qui est noté dans le journal',
  log_file: 'Fichier qui reçoit le journal de tepal serve ; vide : la sortie d’erreur',
  log_rotation:
    'Avec weekly, le fichier du journal devient tepal.log.1 au début d’une semaine, celui-ci tepal.log.2, jusqu’à tepal.log.4 ; avec none, ce soin est laissé à d’autres, comme logrotate',
};
