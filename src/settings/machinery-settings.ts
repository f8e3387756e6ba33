// Settings of what runs below the product: where things are stored, and how much work is taken on.
import { posix, win32 } from 'node:path';
import { integer, text } from './declare.ts';

const OWN = 'Tepal 0.1';

/** An absolute http or https URL without query. */
export const isBaseUrl = (value: string): boolean =>
  /^https?:\/\/[^\s/?#@\\]+(?:\/[^\s?#\\]*)?$/.test(value) && URL.canParse(value);

const isPostgresUrl = (value: string): boolean =>
  value === '' || (/^postgres(?:ql)?:\/\//.test(value) && URL.canParse(value));

const isAbsolute = (value: string): boolean => posix.isAbsolute(value) || win32.isAbsolute(value);

export const storageSettings = {
  tls_certificate_file: text({
    default: '',
    allowed: 'empty, or an absolute path of a file',
    accepts: (value) => value === '' || isAbsolute(value),
    since: OWN,
    live: false,
    meaning:
      'Certificate with its chain, in PEM, with which Tepal ends TLS itself; a new one in its place is taken up without a restart. Empty: the API is served over plain HTTP, such as to a reverse proxy',
  }),
  tls_key_file: text({
    default: '',
    allowed: 'empty, or an absolute path of a file',
    accepts: (value) => value === '' || isAbsolute(value),
    since: OWN,
    live: false,
    meaning: 'Private key of the certificate, in PEM',
  }),
  http_redirect_port: integer({
    default: 0,
    min: 0,
    max: 65_535,
    note: '0: none',
    unit: '',
    since: OWN,
    live: false,
    meaning:
      'Second port, for plain HTTP, of a server that ends TLS itself: pages are sent to HTTPS, API requests refused',
  }),
  attachments_folder: text({
    default: '',
    allowed: 'empty, or an absolute path of a folder',
    accepts: (value) => value === '' || isAbsolute(value),
    since: OWN,
    live: false,
    meaning: 'Folder of the attachments, which several machines may share; empty means files in the data folder',
  }),
  attachments_s3_url: text({
    default: '',
    allowed: 'empty, or the http or https URL of a bucket, such as https://s3.example.com/tepal',
    accepts: (value) => value === '' || isBaseUrl(value),
    since: OWN,
    live: false,
    meaning: 'Bucket of an S3-compatible store that keeps the attachments instead of a folder',
  }),
  attachments_s3_region: text({
    default: 'auto',
    allowed: 'the name of a region, such as eu-central-1',
    accepts: (value) => /^[a-z\d-]+$/.test(value),
    since: OWN,
    live: false,
    meaning: 'Region of the bucket, which requests are signed with',
  }),
  attachments_s3_access_key: text({
    default: '',
    allowed: 'the id of an access key',
    accepts: () => true,
    since: OWN,
    live: false,
    meaning: 'Id of the access key for the bucket',
  }),
  attachments_s3_secret_key: text({
    default: '',
    allowed: 'the secret of an access key',
    accepts: () => true,
    since: OWN,
    live: false,
    secret: true,
    meaning: 'Secret of the access key for the bucket',
  }),
} as const;

export const queryLimits = {
  query_terms_max: integer({
    default: 30,
    min: 1,
    max: 50,
    unit: 'conditions',
    since: OWN,
    live: true,
    meaning: 'How many conditions one query over artifacts may have',
  }),
  artifact_limit: integer({
    default: 1024 * 1024,
    min: 65_536,
    max: 1024 * 1024 * 1024,
    unit: 'bytes',
    since: OWN,
    live: true,
    meaning: 'Size of the values of one artifact together; a change that makes them longer is refused, imports are not',
  }),
  answer_limit: integer({
    default: 32 * 1024 * 1024,
    min: 1024,
    max: 1024 * 1024 * 1024,
    unit: 'bytes',
    since: OWN,
    live: true,
    meaning: 'Size of a page of a list; a longer one is refused with how many entries to ask for',
  }),
  query_time_max_ms: integer({
    default: 20_000,
    min: 100,
    max: 600_000,
    unit: 'milliseconds',
    since: OWN,
    live: true,
    meaning: 'How long one query that no index answers may look through a tracker before it is refused',
  }),
} as const;

export const serverLimits = {
  request_body_limit: integer({
    default: 10_485_760,
    min: 1024,
    max: 1_073_741_824,
    unit: 'bytes',
    since: OWN,
    live: false,
    meaning: 'Largest body of an API request; larger ones are answered 413. Most routes take less',
  }),
  request_bodies_limit: integer({
    default: 33_554_432,
    min: 131_072,
    max: 1_099_511_627_776,
    unit: 'bytes',
    since: OWN,
    live: false,
    meaning:
      'What the bodies of all API requests together may take of memory while they arrive, and long ones until they are answered; beyond that those that have been arriving for longest are answered 503',
  }),
  body_timeout: integer({
    default: 30,
    min: 1,
    max: 3600,
    unit: 'seconds',
    since: OWN,
    live: false,
    meaning:
      'A client that sends less than 64 KiB of the body of an API request in so long, and not all of it, is answered 408',
  }),
  database_url: text({
    default: '',
    allowed: 'empty, or a URL such as postgres://tepal:password@db.example.com:5432/tepal?sslmode=verify-full',
    accepts: isPostgresUrl,
    since: OWN,
    live: false,
    secret: true,
    meaning:
      'PostgreSQL database, of version 15 or newer, that holds everything but attachments; empty: one file in the data folder',
  }),
  database_pool_size: integer({
    default: 10,
    min: 2,
    max: 500,
    unit: 'connections',
    since: OWN,
    live: false,
    meaning:
      'Connections of each Tepal process to PostgreSQL; a third of them, at most 4, serve reads, a fifth, at most 2, those that may take long, the others one change or export each',
  }),
  database_connect_timeout: integer({
    default: 10,
    min: 1,
    max: 300,
    unit: 'seconds',
    since: OWN,
    live: false,
    meaning: 'How long a request waits for a connection to PostgreSQL before it is answered 503',
  }),
  database_statement_timeout: integer({
    default: 60,
    min: 0,
    max: 86400,
    note: '0: as long as it takes',
    unit: 'seconds',
    since: OWN,
    live: false,
    meaning: 'How long PostgreSQL may work on one statement before the request is answered 503',
  }),
  database_read_url: text({
    default: '',
    allowed: 'empty, or a URL as that of database_url',
    accepts: isPostgresUrl,
    since: OWN,
    live: false,
    secret: true,
    meaning:
      'One streaming replica of the PostgreSQL database, which then answers heavy reads, with nothing older than the database itself would show; empty: none',
  }),
  database_read_wait: integer({
    default: 20,
    min: 0,
    max: 1000,
    unit: 'milliseconds',
    since: OWN,
    live: false,
    meaning: 'How long a read waits for the replica to catch up before the database itself answers',
  }),
  request_limit: integer({
    default: 1000,
    min: 1,
    max: 100_000,
    unit: 'requests',
    since: OWN,
    live: false,
    meaning: 'Requests that are worked upon at the same time; further ones are answered 503',
  }),
  request_wait_limit: integer({
    default: 500,
    min: 1,
    max: 60_000,
    unit: 'milliseconds',
    since: OWN,
    live: false,
    meaning: 'Requests that would wait longer for others that arrived with them are answered 503',
  }),
  metrics_token: text({
    default: '',
    allowed: 'empty, or at least 16 letters, digits and signs without spaces',
    accepts: (value) => value === '' || /^[!-~]{16,}$/.test(value),
    since: OWN,
    live: false,
    secret: true,
    meaning: 'What a reader of /metrics sends as "Authorization: Bearer …"; empty: nobody may read them',
  }),
  connection_limit: integer({
    default: 15_000,
    min: 1,
    max: 1_000_000,
    unit: 'connections',
    since: OWN,
    live: false,
    meaning:
      'Connections that may be open at the same time, fewer where ulimit -n allows fewer; further ones are answered 503 and closed',
  }),
  header_timeout: integer({
    default: 20,
    min: 1,
    max: 3600,
    unit: 'seconds',
    since: OWN,
    live: false,
    meaning: 'A connection whose request headers take longer to arrive is answered 408 and closed',
  }),
  request_timeout: integer({
    default: 300,
    min: 1,
    max: 86_400,
    unit: 'seconds',
    since: OWN,
    live: false,
    meaning: 'A connection whose request takes longer to arrive, body included, is answered 408 and closed',
  }),
  keep_alive_timeout: integer({
    default: 72,
    min: 1,
    max: 86_400,
    unit: 'seconds',
    since: OWN,
    live: false,
    meaning: 'A connection is closed that has been idle for so long after an answer',
  }),
  send_timeout: integer({
    default: 60,
    min: 1,
    max: 3600,
    unit: 'seconds',
    since: OWN,
    live: false,
    meaning: 'A connection is closed whose client takes less than 64 KiB of its answers in so long',
  }),
  unsent_limit: integer({
    default: 134_217_728,
    min: 65_536,
    max: 1_099_511_627_776,
    unit: 'bytes',
    since: OWN,
    live: false,
    meaning:
      'Answers that all clients together may leave unread in memory; beyond that the connections of those are closed that have read nothing for longest',
  }),
} as const;
