/**
 * Shell scripts for completion. They contain no knowledge of the command: `checkpoint completion
 * SHELL -- WORDS` prints the candidates, one per line, each followed by a tab and its meaning. A
 * last line of `:file` or `:folder` asks for names on the disk.
 */
export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

export function completionScript(shell: Shell): string {
  return { bash: BASH, zsh: ZSH, fish: FISH }[shell];
}

const BASH = `# bash completion for checkpoint: source it, or put it where bash-completion looks.
_checkpoint() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" line files=""
  COMPREPLY=()
  [[ "$cur" == "=" ]] && cur=""
  while IFS= read -r line; do
    case "$line" in
      :file) files=-f ;;
      :folder) files=-d ;;
      *) COMPREPLY+=("\${line%%$'\\t'*}") ;;
    esac
  done < <(checkpoint completion bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  if [[ -n "$files" ]]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen "$files" -- "$cur")
  fi
}
complete -F _checkpoint checkpoint
`;

const ZSH = `#compdef checkpoint
# zsh completion for checkpoint: put it in a folder of $fpath as _checkpoint.
_checkpoint() {
  local line files=""
  local -a found shown
  for line in "\${(@f)$(checkpoint completion zsh -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    case $line in
      '') ;;
      :file) files=file ;;
      :folder) files=folder ;;
      *) found+=("\${line%%$'\\t'*}"); shown+=("\${line/$'\\t'/  -- }") ;;
    esac
  done
  # In the order given: the newest checkpoint first.
  (( $#found )) && compadd -l -V checkpoint -d shown -- $found
  case $files in
    file) _files ;;
    folder) _files -/ ;;
  esac
}
if [ "$funcstack[1]" = "_checkpoint" ]; then _checkpoint "$@"; else compdef _checkpoint checkpoint; fi
`;

const FISH = `# fish completion for checkpoint: save it as completions/checkpoint.fish.
function __checkpoint_next
    set -l words (commandline -opc)
    set -l now (commandline -ct)
    test -n "$now"; or set now ''
    for line in (checkpoint completion fish -- $words[2..-1] $now 2>/dev/null)
        switch $line
            case ':file'
                __fish_complete_path $now
            case ':folder'
                __fish_complete_directories $now ''
            case '*'
                echo $line
        end
    end
end
complete -c checkpoint -f -k -a '(__checkpoint_next)'
`;
