// Names that stand in the files of PHP installations and mean nothing here: where programs, data and a database lie, and
// what belongs to web pages, mailing lists and shell accounts.

const foreignNames: ReadonlySet<string> = new Set(
  `codendi_bin_prefix codendi_cache_dir codendi_dir codendi_documentroot codendi_downloads_dir codendi_log
  cvs_cmd cvs_prefix cvs_root_allow_file cvslock_prefix
  DEBUG_DISPLAY_FOR_ALL DEBUG_MODE dummy_uid
  ftp_anon_dir_prefix ftp_frs_dir_prefix ftp_incoming_dir
  grpdir_prefix homedir_prefix htmlpurifier_dir jpgraph_dir svn_prefix tmp_dir unix_gid_add unix_uid_add
  sys_cookie_prefix sys_crondelay sys_custom_incdir sys_custom_themeroot sys_custompluginspath sys_custompluginsroot
  sys_data_dir sys_dbauth_passwd sys_dbauth_user sys_dbhost sys_dbname sys_dbpasswd sys_dbuser sys_default_trove_cat
  sys_disable_subdomains sys_enablessl sys_fullname sys_http_user sys_https_host sys_incdir sys_lists_host
  sys_logger_level sys_long_org_name sys_pluginspath sys_pluginsroot sys_session_lifetime
  sys_shell_host sys_theme sys_themedefault sys_themeroot sys_urlroot
  sys_wiki_attachment_data_dir`.split(/\s+/),
);

/** Whether an unknown name of a file is one that such an installation usually has. */
export const isForeignName = (name: string): boolean => foreignNames.has(name);
