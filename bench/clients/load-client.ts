// The process that sends requests, so that measuring takes no time from the server or from the one who leads the run.
import { runLoad } from './load.ts';
import { LoadPlan, serveParent } from '../measuring/messages.ts';

serveParent(LoadPlan, runLoad);
