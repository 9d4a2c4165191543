"""The commands of the command line, one file each; the file name is the command."""
