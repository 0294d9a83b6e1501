// Validates SARIF logs against a JSON Schema: node test-sarif.js MODULES SCHEMA LOG...
// What is wrong goes to standard error; the exit status is 1 if anything is.
const fs = require("fs");
const [modules, schema, ...logs] = process.argv.slice(2);
const Ajv = require(`${modules}/ajv/dist/2020`).default;
const formats = require(`${modules}/ajv-formats`).default;
const ajv = new Ajv({ allErrors: true, strict: false });
formats(ajv);
const validate = ajv.compile(JSON.parse(fs.readFileSync(schema, "utf8")));
for (const log of logs) {
  if (!validate(JSON.parse(fs.readFileSync(log, "utf8")))) {
    process.exitCode = 1;
    for (const e of validate.errors) console.error(`${log}: error ${e.instancePath}: ${e.message}`);
  }
}
