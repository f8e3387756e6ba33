// Whether V8 makes machine code of functions that run often.
import { setFlagsFromString } from 'node:v8';

const allowCompilers = (are: boolean): void => {
  for (const compiler of ['turbofan', 'maglev']) setFlagsFromString(are ? `--${compiler}` : `--no-${compiler}`);
};

/** From now on, as V8 does unless it is told otherwise. */
export const compileOften = (): void => allowCompilers(true);

/**
 * Until `compileOften`: for work that is done once, such as a start, whose functions the compilers would take as much time as they
 * save, and 14 MB that stay.
 */
export const compileNothing = (): void => allowCompilers(false);
