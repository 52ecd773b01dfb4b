// graphile-worker with its batching on: jobs are fetched by the thousand, and ends are written together.
// Arguments: the server's address, a schema, how many jobs. Prints jobs per second, from its start until no job is left.
import { makeWorkerUtils, run } from 'graphile-worker';
import pg from 'pg';

const [connectionString, schema, count, payload] = process.argv.slice(2);
const jobs = Number(count);
const preset = {
  worker: {
    connectionString,
    schema,
    concurrentJobs: 10,
    maxPoolSize: 12,
    pollInterval: 1000,
    localQueue: { size: 2000 },
    completeJobBatchDelay: 0,
    failJobBatchDelay: 0,
    logger: undefined,
  },
};

const utils = await makeWorkerUtils({ connectionString, schema });
await utils.migrate();
for (let first = 0; first < jobs; first += 1000) {
  const some = [];
  for (let n = first; n < Math.min(jobs, first + 1000); n++) some.push({ identifier: 'nothing', payload: JSON.parse(payload) });
  await utils.addJobs(some);
}
await utils.release();

const outside = new pg.Client({ connectionString });
await outside.connect();
let ran = 0;
const quiet = () => {};
preset.worker.logger = new (await import('graphile-worker')).Logger(() => quiet);
const began = process.hrtime.bigint();
const runner = await run({ preset, noHandleSignals: true, taskList: { nothing: () => { ran++; } } });
const pause = () => new Promise((resolve) => setTimeout(resolve, 2));
while (ran < jobs) await pause();
while ((await outside.query(`SELECT EXISTS (SELECT 1 FROM "${schema}"._private_jobs) AS standing`)).rows[0].standing) await pause();
const seconds = Number(process.hrtime.bigint() - began) / 1e9;
await runner.stop();
await outside.end();
console.log(`jobs per second: ${jobs / seconds}`);
process.exit(0);
