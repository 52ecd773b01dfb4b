-- Whether a job has a key, without a look at the job.
CREATE INDEX baton_job_keyed ON baton_job (id) WHERE key_scope IS NOT NULL;
