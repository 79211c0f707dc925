"""What the rules load: no graph library, which is for other programs."""

import subprocess
import sys


def test_the_rules_load_no_graph_library():
    code = "import powergrid, sys; powergrid.to_networkx; assert 'networkx' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
