import { ConfigError } from '../config/config.ts'

/**
 * The scripts that shells load. Each calls the program for candidates, so it always matches the commands and flags of the
 * installed version. A line is a word and optionally, after a tab, its description; `:files` stands for file names.
 */
const scripts = {
  // bash also splits words at ":" and "=". This splits at blanks instead, and removes the part before the last break.
  bash: `# bash completion of payment-emulator: source <(payment-emulator completion bash)
_payment_emulator() {
  local word help current="\${COMP_WORDS[COMP_CWORD]}" line="\${COMP_LINE:0:COMP_POINT}"
  local typed="\${line##*[[:space:]]}"
  local -a sent
  read -ra sent <<<"$line"
  [ -n "$typed" ] || sent+=("")
  [ "$current" = "=" ] || [ "$current" = ":" ] && current=
  local before="\${typed%"$current"}"
  COMPREPLY=()
  while IFS=$'\\t' read -r word help; do
    if [ "$word" = ":files" ]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current")
    else
      COMPREPLY+=("\${word#"$before"}")
    fi
  done < <("\${COMP_WORDS[0]}" complete -- "\${sent[@]:1}" 2>/dev/null)
}
complete -F _payment_emulator payment-emulator
`,
  zsh: `#compdef payment-emulator
# zsh completion of payment-emulator, after compinit: source <(payment-emulator completion zsh)
_payment_emulator() {
  local line word
  local -a found
  while IFS= read -r line; do
    if [[ $line = :files ]]; then
      compset -P '--*='
      _files
      return
    fi
    word=\${line%%$'\\t'*}
    found+=("\${word//:/\\\\:}:\${\${line#"$word"}#$'\\t'}")
  done < <("\${words[1]}" complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  _describe payment-emulator found
}
compdef _payment_emulator payment-emulator
`,
  fish: `# fish completion of payment-emulator: payment-emulator completion fish | source
function __payment_emulator
  set -l words (commandline -opc)
  set -l found ($words[1] complete -- $words[2..-1] (commandline -ct) 2>/dev/null)
  if test "$found" = ":files"
    __fish_complete_path (commandline -ct)
  else
    printf '%s\\n' $found
  end
end
complete -c payment-emulator -f -a '(__payment_emulator)'
`,
} as const

export const shells = Object.keys(scripts)

/** The completion script of a shell. Throws a ConfigError for an unsupported shell. */
export function completionScript(shell: string): string {
  if (Object.hasOwn(scripts, shell)) return scripts[shell as keyof typeof scripts].trimEnd()
  throw new ConfigError(`completion does not support "${shell}"; use one of: ${shells.join(', ')}`)
}
