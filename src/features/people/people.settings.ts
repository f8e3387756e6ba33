// Settings of passwords, of accounts that people make for themselves, and of sessions.
import { flag, integer, text } from '../../settings/declare.ts';

const OWN = 'Tepal 0.1';

export const peopleSettings = {
  sys_keep_md5_hashed_password: flag({
    group: 'accounts',
    default: true,
    since: '8.3',
    live: true,
    meaning:
      'Keep the MD5 password hash of an account from an older system beside the new hash. When off, as tepal init sets it, the first sign-in deletes it. New MD5 hashes are never created',
  }),
  sys_password_lifetime: integer({
    group: 'accounts',
    default: 0,
    min: 0,
    max: 36500,
    note: '0: passwords never expire',
    unit: 'days',
    since: OWN,
    live: true,
    meaning: 'Time after which a password expires and must be changed',
  }),
  sys_use_user_registration: flag({
    group: 'accounts',
    default: false,
    since: OWN,
    live: true,
    meaning: 'Let people create their own accounts. When off, only administrators create accounts',
  }),
  sys_user_approval: flag({
    group: 'accounts',
    default: true,
    since: OWN,
    live: true,
    meaning: 'Accounts that people create themselves need approval by a site administrator',
  }),
  session_lifetime: integer({
    group: 'accounts',
    default: 14,
    min: 1,
    max: 365,
    unit: 'days',
    since: OWN,
    live: true,
    meaning: 'Maximum age of a browser session, however often it is used',
  }),
  session_idle_lifetime: integer({
    group: 'accounts',
    default: 72,
    min: 1,
    max: 8760,
    unit: 'hours',
    since: OWN,
    live: true,
    meaning: 'A browser session ends after so long without use',
  }),
  jwt_signing_key: text({
    group: 'programs',
    default: '',
    allowed: 'nothing, or at least 64 characters',
    accepts: (value) => value === '' || value.length >= 64,
    since: OWN,
    live: true,
    secret: true,
    meaning:
      'Key that signs the tokens of GET /jwt; programs that check these tokens need the same key. Empty: no tokens are issued',
  }),
};
