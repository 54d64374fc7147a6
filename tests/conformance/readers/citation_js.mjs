// Reads libraries with citation.js: one JSON text a line from standard input, one answer a line to standard output.
// The first argument is the folder in which it is installed.
import { createInterface } from 'node:readline'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

const require = createRequire(join(resolve(process.argv[2]), 'index.js'))
const { Cite } = require('@citation-js/core')
require('@citation-js/plugin-csl')

const STYLES = ['apa', 'vancouver', 'harvard1']

function rendered (library) {
  const cite = new Cite(JSON.parse(library))
  return STYLES.map(template => cite.format('bibliography', { format: 'text', template, lang: 'en-US' })).join('\n')
}

for await (const library of createInterface({ input: process.stdin })) {
  let answer
  try {
    answer = { text: rendered(library) }
  } catch (error) {
    answer = { error: String((error && error.message) || error) }
  }
  console.log(JSON.stringify(answer))
}
