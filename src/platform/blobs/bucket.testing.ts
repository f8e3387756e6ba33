// A real S3-compatible server with one bucket, in a process of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { S3Location } from './s3-store.ts';

export interface Bucket {
  s3: S3Location;
  stop(): Promise<void>;
}

const program = `
  const S3rver = require('@20minutes/s3rver');
  const options = { port: 0, silent: true, directory: process.argv[1], configureBuckets: [{ name: 'tepal' }] };
  new S3rver(options).run().then(({ port }) => console.log(port));`;

/** The server keeps the bucket in `<folder>/tepal` and checks signatures. */
export async function startBucket(folder: string): Promise<Bucket> {
  const child = spawn(process.execPath, ['-e', program, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const printed: unknown[] = await once(child.stdout, 'data');
  const bucketUrl = `http://127.0.0.1:${String(printed[0]).trim()}/tepal`;
  return {
    s3: { bucketUrl, region: 'us-east-1', accessKey: 'S3RVER', secretKey: 'S3RVER' },
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}
