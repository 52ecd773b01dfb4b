// pg-boss in batches: two loops that fetch a thousand jobs at a time and complete them together.
// Arguments: the server's address, a schema, how many jobs. Prints jobs per second, from the first fetch to the last completion.
import { PgBoss } from 'pg-boss';

const [connectionString, schema, count, payload] = process.argv.slice(2);
const jobs = Number(count);
const boss = new PgBoss({ connectionString, schema, supervise: false, schedule: false, max: 6 });
boss.on('error', (error) => { throw error; });
await boss.start();
await boss.createQueue('nothing');
for (let first = 0; first < jobs; first += 1000) {
  const some = [];
  for (let n = first; n < Math.min(jobs, first + 1000); n++) some.push({ name: 'nothing', data: JSON.parse(payload) });
  await boss.insert('nothing', some);
}

let done = 0;
const loop = async () => {
  while (done < jobs) {
    const some = await boss.fetch('nothing', { batchSize: 1000 });
    if (some.length === 0) {
      if (done >= jobs) return;
      await new Promise((resolve) => setTimeout(resolve, 2));
      continue;
    }
    await boss.complete('nothing', some.map((job) => job.id));
    done += some.length;
  }
};
const began = process.hrtime.bigint();
await Promise.all([loop(), loop()]);
const seconds = Number(process.hrtime.bigint() - began) / 1e9;
console.log(`jobs per second: ${jobs / seconds}`);
process.exit(0);
