// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

// Tokens that lie, for tests. They are placed by their runtime code, so none has a constructor.

contract HostileToken {
  uint8 public constant decimals = 18;
  uint256 public constant totalSupply = type(uint256).max;

  // A right-to-left override, a zero-width space, a NUL and a byte that is not UTF-8.
  function name() external pure returns (string memory) {
    bytes memory text = hex'e280ae55534420e2808b436f696e00ff';
    return string(text);
  }

  // With Cyrillic letters for S, D and C of the Latin alphabet where there are any.
  function symbol() external pure returns (string memory) {
    return unicode'UЅDС';
  }

  // Burns all gas that it gets.
  function owner() external view returns (address) {
    while (true) {}
    return msg.sender;
  }

  function getOwner() external pure returns (address) {
    return 0x000000000000000000000000000000000000dEaD;
  }

  function setTaxes(uint256, uint256) external {}

  function mint(address, uint256) external {}

  function setMaxTxAmount(uint256) external {}

  // Inside the data of a PUSH32, so no function: pause().
  function decoy() external pure returns (bytes32) {
    return 0x638456cb5963f9f92be463f9f92be463f9f92be463f9f92be463f9f92be46311;
  }
}

contract Bytes32Token {
  bytes32 public constant name = 'Maker';
  bytes32 public constant symbol = 'MKR';
  uint256 public constant decimals = 18;
  uint256 public constant totalSupply = 0;
  address public constant owner = address(0);
}

contract GarbageToken {
  // Answers everything with a string that claims to be longer than all memory.
  fallback() external {
    assembly {
      mstore(0, 0x20)
      mstore(0x20, not(0))
      return(0, 0x40)
    }
  }
}

contract EndlessToken {
  // Answers everything with as many bytes as its gas pays for.
  fallback() external {
    assembly {
      return(0, 500000)
    }
  }
}

contract BeaconProxy {
  fallback() external payable {
    assembly {
      mstore(0, shl(224, 0x5c60da1b))
      if iszero(staticcall(gas(), sload(0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50), 0, 4, 0, 32)) { revert(0, 0) }
      let implementation := mload(0)
      calldatacopy(0, 0, calldatasize())
      let success := delegatecall(gas(), implementation, 0, calldatasize(), 0, 0)
      returndatacopy(0, 0, returndatasize())
      if iszero(success) { revert(0, returndatasize()) }
      return(0, returndatasize())
    }
  }
}

contract Beacon {
  function implementation() external pure returns (address) {
    return 0x00000000000000000000000000000000000000b2;
  }
}

// As OpenZeppelin's ProxyAdmin, it has an owner of its own.
contract Administrator {
  address public constant owner = 0x000000000000000000000000000000000000F00D;
}

// Tokens that can be given out, for trials of buying and selling.
abstract contract Ledger {
  uint8 public constant decimals = 18;
  uint256 public totalSupply;
  mapping(address => uint256) public balanceOf;

  event Transfer(address indexed from, address indexed to, uint256 value);

  function give(address to, uint256 value) external virtual {
    totalSupply += value;
    balanceOf[to] += value;
    emit Transfer(address(0), to, value);
  }

  function transfer(address to, uint256 value) external returns (bool) {
    balanceOf[msg.sender] -= value;
    balanceOf[to] += arriving(msg.sender, to, value);
    emit Transfer(msg.sender, to, value);
    return true;
  }

  function arriving(address from, address to, uint256 value) internal virtual returns (uint256);
}

// Nobody may send in the block in which they got some.
contract CooldownToken is Ledger {
  mapping(address => uint256) private got;

  function arriving(address from, address to, uint256 value) internal override returns (uint256) {
    require(got[from] != block.number, 'wait');
    got[to] = block.number;
    return value;
  }
}

contract FrozenToken is Ledger {
  function arriving(address, address, uint256) internal pure override returns (uint256) {
    revert('frozen');
  }
}

// Whoever is new may sell, and nobody who was given some, but the first: it knows a trial when it sees one.
contract GrudgeToken is Ledger {
  mapping(address => bool) private barred;

  function give(address to, uint256 value) external override {
    barred[to] = totalSupply != 0;
    totalSupply += value;
    balanceOf[to] += value;
    emit Transfer(address(0), to, value);
  }

  function arriving(address from, address, uint256 value) internal view override returns (uint256) {
    require(!barred[from], 'barred');
    return value;
  }
}

// Keeps 40 % of all that is sent, and was given out without an event.
contract SilentToken is Ledger {
  function give(address to, uint256 value) external override {
    totalSupply += value;
    balanceOf[to] += value;
  }

  function arriving(address, address, uint256 value) internal pure override returns (uint256) {
    return (value * 60) / 100;
  }
}

// Says transfers of a half of what it gives.
contract HalfToldToken is Ledger {
  function give(address to, uint256 value) external override {
    totalSupply += value;
    balanceOf[to] += value;
    emit Transfer(address(0), to, value / 2);
  }

  function arriving(address, address, uint256 value) internal pure override returns (uint256) {
    return value;
  }
}
